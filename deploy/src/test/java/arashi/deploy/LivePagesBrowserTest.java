package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;

/** An open page shows what changes elsewhere, and nothing that the reader does is disturbed. */
class LivePagesBrowserTest {
  private static TestService service;
  private static TestService other;

  @TempDir private Path directory;
  private TestUser ada;
  private TestUser elsewhere; // the same person at another node

  @BeforeAll
  static void start() {
    service = TestService.with(Map.of());
    other = TestService.with(Map.of());
  }

  @AfterAll
  static void stop() {
    service.close();
    other.close();
  }

  @BeforeEach
  void add() {
    ada = service.user();
    elsewhere = new TestUser(other.store(), ada.id(), ada.name());
  }

  private Browser inbox() {
    return inbox(Browser.start(directory, true));
  }

  private Browser inbox(Browser browser) {
    browser.signIn(service, ada);
    Eventually.holds(() -> asksForEvents(browser) > 0); // by the page that this led to
    browser.open(service.url() + ada.path(FolderRole.INBOX));
    Eventually.holds(() -> asksForEvents(browser) > 0);
    return browser;
  }

  private long inboxId() {
    return ada.folder(FolderRole.INBOX).id();
  }

  private static List<String> subjects(Browser browser) {
    return browser.texts("#list .rows .subject");
  }

  private static Object run(Browser browser, String script, Object... arguments) {
    return browser.driver().executeScript(script, arguments);
  }

  private List<Long> receivesMany(int count) {
    List<String> subjects = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      subjects.add("Old " + i);
    }
    return ada.receives(subjects.toArray(new String[0]));
  }

  @Test
  void mailThatArrivesAtAnotherNodeIsShownAndCounted() {
    ada.receives("First");
    try (Browser browser = inbox()) {
      browser.row("First");
      elsewhere.receives("Second");
      browser.row("Second");
      assertThat(subjects(browser)).containsExactly("Second", "First");
      browser.awaitText("#folders a[aria-current] .count", "2");
      browser.awaitText("#news", "New messages: 1");
      assertThat(browser.driver().getTitle()).startsWith("Inbox (2)");
      assertThat((String) run(browser, "return document.querySelector('link[rel=icon]').href"))
          .startsWith("data:image/svg+xml")
          .contains("2");
      assertThat(browser.console()).noneMatch(line -> line.startsWith("SEVERE"));
    }
  }

  @Test
  void anOpenMailShowsItsStarAndThatItIsGone() {
    List<Long> uids = ada.receives("Other", "Open");
    try (Browser browser = inbox()) {
      browser.row("Open").click();
      browser.awaitText("#message h1", "Open");
      elsewhere
          .store()
          .mail()
          .items()
          .flag(ada.id(), inboxId(), uids.subList(1, 2), Set.of(Flag.FLAGGED), Set.of());
      browser.find("#message [form=star] .i-starred");
      elsewhere.store().mail().items().delete(ada.id(), inboxId(), uids.subList(1, 2));
      browser.awaitText("#message .gone", "not here any more");
      browser.awaitText("#message h1", "Open"); // it can be read on
    }
  }

  @Test
  void rowsThatComeAtTheTopShiftNothing() {
    receivesMany(20);
    try (Browser browser = inbox()) {
      browser.row("Old 19");
      run(
          browser,
          "window.shift = 0; new PerformanceObserver((list) => { for (const entry of"
              + " list.getEntries()) window.shift += entry.value;"
              + " }).observe({type: 'layout-shift', buffered: false});");
      elsewhere.receives(Mails.plain(1_000, "Ada <ada@example.org>", "New", "Text"));
      browser.row("New");
      elsewhere.receives(Mails.plain(1_001, "Ada <ada@example.org>", "Latest", "Text"));
      browser.row("Latest");
      assertThat(subjects(browser)).startsWith("Latest", "New", "Old 19");
      assertThat(((Number) run(browser, "return window.shift")).doubleValue()).isLessThan(0.001);
    }
  }

  @Test
  void searchResultsFollow() {
    ada.receives("Kettle one");
    try (Browser browser = inbox()) {
      browser.open(service.url() + "/search?q=kettle");
      Eventually.holds(() -> asksForEvents(browser) > 0);
      elsewhere.receives("Kettle two");
      browser.row("Kettle two");
      assertThat(subjects(browser)).containsExactly("Kettle two", "Kettle one");
    }
  }

  @Test
  void aListThatWasEmptyFillsAndEmpties() {
    try (Browser browser = inbox()) {
      browser.find("#list .empty");
      long uid = elsewhere.receives("Only").get(0);
      browser.row("Only");
      elsewhere
          .store()
          .mail()
          .items()
          .refile(ada.id(), inboxId(), List.of(uid), ada.folder(FolderRole.ARCHIVE).id());
      browser.find("#list .empty");
    }
  }

  @Test
  void flagsMovesAndRemovalsLeaveTicksFocusAndPlace() {
    List<Long> uids = new ArrayList<>(receivesMany(45));
    Collections.reverse(uids); // as the list shows them
    try (Browser browser = inbox()) {
      browser.row("Old 44");
      run(
          browser,
          "const rows = document.querySelectorAll('#list .rows li');"
              + "document.querySelector('#list').scrollTop = 900;"
              + "rows[20].querySelector('input').click(); rows[22].querySelector('a').focus();"
              + "window.top20 = rows[20].getBoundingClientRect().top; window.row20 = rows[20];"
              + "window.row22 = rows[22]; window.shift = 0;"
              + "new PerformanceObserver((list) => { for (const entry of list.getEntries())"
              + " window.shift += entry.value; }).observe({type: 'layout-shift'});");
      elsewhere.receives("New");
      browser.row("New");
      elsewhere.store().mail().items().delete(ada.id(), inboxId(), List.of(uids.get(3)));
      browser.awaitCount("#list .rows li", 45);
      elsewhere
          .store()
          .mail()
          .items()
          .flag(ada.id(), inboxId(), List.of(uids.get(20)), Set.of(Flag.FLAGGED), Set.of());
      browser.awaitCount("#list .rows .i-starred", 1);
      assertThat(run(browser, "return row20.isConnected && row22.isConnected")).isEqualTo(true);
      assertThat(run(browser, "return row20.querySelector('input').checked")).isEqualTo(true);
      assertThat(run(browser, "return row20.querySelector('.i-starred') != null")).isEqualTo(true);
      assertThat(run(browser, "return document.activeElement === row22.querySelector('a')"))
          .isEqualTo(true);
      Number moved = (Number) run(browser, "return row20.getBoundingClientRect().top - top20");
      assertThat(Math.abs(moved.doubleValue())).isLessThan(2);
      assertThat(((Number) run(browser, "return shift")).doubleValue()).isZero();
    }
  }

  @Test
  void anOpenMailStaysAsItIsWhileItsListFollows() {
    ada.receives("First", "Second");
    try (Browser browser = inbox()) {
      browser.row("First").click();
      browser.awaitText("#message #subject", "First");
      run(browser, "window.article = document.querySelector('#message')");
      elsewhere.receives("Third");
      browser.row("Third");
      assertThat(run(browser, "return article.isConnected")).isEqualTo(true);
      assertThat(browser.texts("#list .rows a[aria-current] .subject")).containsExactly("First");
      assertThat(browser.driver().getTitle()).isEqualTo("(2) First · Arashi");
    }
  }

  @Test
  void aPhoneKeepsItsPlaceToo() {
    receivesMany(45);
    try (Browser browser = inbox()) {
      browser.driver().manage().window().setSize(new Dimension(500, 800));
      browser.row("Old 44");
      run(
          browser,
          "scrollTo(0, 800); window.row15 = document.querySelectorAll('#list .rows li')[15];"
              + "window.top15 = row15.getBoundingClientRect().top;");
      elsewhere.receives("New");
      browser.awaitCount("#list .rows li", 46);
      Number moved = (Number) run(browser, "return row15.getBoundingClientRect().top - top15");
      assertThat(Math.abs(moved.doubleValue())).isLessThan(2);
    }
  }

  @Test
  void oneConnectionServesAllWindows() {
    ada.receives("First");
    try (Browser browser = inbox()) {
      String first = browser.driver().getWindowHandle();
      browser.row("First");
      browser.newWindow();
      browser.open(service.url() + ada.path(FolderRole.INBOX));
      browser.row("First");
      elsewhere.receives("Second");
      browser.row("Second");
      browser.driver().switchTo().window(first);
      browser.row("Second");
      assertThat(asksForEvents(browser)).as("of both windows").isZero();
    }
  }

  @Test
  void aHiddenTabLetsGoAndCatchesUp() {
    ada.receives("First");
    try (Browser browser = inbox(Browser.startWithTabs(directory))) {
      String first = browser.driver().getWindowHandle();
      browser.row("First");
      browser.newTab();
      elsewhere.receives("Second");
      browser.driver().switchTo().window(first);
      browser.row("Second");
      assertThat(asksForEvents(browser)).as("asked again").isEqualTo(1);
    }
  }

  /** Returns the number of times since the last call. */
  private static long asksForEvents(Browser browser) {
    return browser.requests().stream().filter(url -> url.contains("/events?")).count();
  }

  @Test
  void withoutScriptsTheNextPageShowsIt() {
    ada.receives("First");
    try (Browser browser = Browser.start(directory, false)) {
      browser.signIn(service, ada);
      browser.open(service.url() + ada.path(FolderRole.INBOX));
      browser.row("First");
      elsewhere.receives("Second");
      browser.open(service.url() + ada.path(FolderRole.INBOX));
      browser.row("Second");
      assertThat(browser.driver().findElements(By.cssSelector("#news:empty"))).hasSize(1);
    }
  }
}
