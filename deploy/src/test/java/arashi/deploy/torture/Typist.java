package arashi.deploy.torture;

import arashi.deploy.Browser;
import arashi.deploy.Eventually;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;

/**
 * Types a draft in each round, and records the text by time. One thread.
 *
 * <pre>
 *   begin ─► (race: a second window types, too) ─► write ─► the service is killed
 *     ─► goOnWithout: types on, or the page is reloaded and lost ─► it starts ─► audit
 * </pre>
 */
final class Typist {
  /** Typing of this time may be lost with the page. */
  private static final Duration MOST_LOST = Duration.ofSeconds(3);

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(2);
  private static final int ATTEMPTS = 10;
  private static final String TEXT = "#text";
  private static final String STATE = "#state";

  private final Victim victim;
  private final Browser browser;
  private final String user;
  private final Random random;
  private final Tally tally;

  /** The whole text by the moment at which it had been typed. */
  private final TreeMap<Long, String> typed = new TreeMap<>();

  /** Its session outlives the service. */
  private Visitor visitor;

  private String mark = "";
  private String text = "";
  private String otherWindow = "";
  private boolean reloaded;
  private long lostAt;

  Typist(Victim victim, Browser browser, String user, Random random, Tally tally) {
    this.victim = victim;
    this.browser = browser;
    this.user = user;
    this.random = random;
    this.tally = tally;
  }

  void signIn() {
    browser.open(victim.url());
    browser.find("#name").sendKeys(user);
    browser.find("#password").sendKeys(Victim.PASSWORD);
    browser.find("form[action='/login'] button").click();
    browser.find("#folders");
    visitor = Visitor.signIn(victim.url(), user, PATIENCE);
  }

  /** Begins the draft of a round, which its first word names. */
  void begin(int round) {
    typed.clear();
    text = "";
    otherWindow = "";
    reloaded = false;
    mark = "round-" + round + ":";
    open("/compose");
    type(mark);
  }

  /** Opens the page of a mail; again, while it is busy. */
  private void open(String page) {
    for (int attempt = 1; ; attempt++) {
      browser.open(victim.url().resolve(page));
      if (!browser.driver().findElements(By.cssSelector(TEXT)).isEmpty()) {
        return;
      }
      String instead = browser.find("body").getText();
      if (attempt == ATTEMPTS) {
        throw new IllegalStateException(page + " shows: " + instead);
      }
      tally.note("instead of a mail: " + browser.driver().getTitle());
      Processes.ends(victim.process(), BETWEEN_ATTEMPTS);
    }
  }

  private void type(String more) {
    browser.find(TEXT).sendKeys(more);
    text += more;
    typed.put(System.nanoTime(), text);
  }

  /** Words with pauses between, some of them long enough for a save. */
  void write() {
    int words = 3 + random.nextInt(8);
    for (int word = 0; word < words; word++) {
      type(" word" + word);
      pause(random.nextInt(4) == 0 ? 2_800 : 400);
    }
  }

  /** No longer than the service lives. */
  private void pause(int most) {
    Processes.ends(victim.process(), Plan.between(random, 1, most));
  }

  /**
   * A second window opens the draft and saves it. The first goes on typing: it shows the conflict,
   * keeps its text, and overwrites nothing; its text becomes a draft of its own on request.
   */
  void race() {
    browser.awaitText(STATE, "Saved at");
    String at = browser.driver().getCurrentUrl();
    String first = browser.driver().getWindowHandle();
    browser.newTab();
    browser.open(at);
    browser.find(TEXT).sendKeys(" other");
    browser.awaitText(STATE, "Saved at");
    otherWindow = mark + " other";
    browser.driver().close();
    browser.driver().switchTo().window(first);
    type(" mine");
    browser.awaitText(STATE, "another window");
    if (!field().equals(text)) {
      tally.fault(Fault.LOST, mark + " the first window has " + field() + ", typed: " + text);
    }
    browser.find("#save").click();
    browser.awaitText(".notice", "Saved in Drafts");
    open(pageOf(text));
  }

  private String pageOf(String draft) {
    return drafts().stream()
        .filter(one -> one.text().equals(draft))
        .map(Draft::page)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no draft is " + draft));
  }

  /** The service is gone: types on, or loses the page, as with a reload. */
  void goOnWithout(boolean reload) {
    lostAt = System.nanoTime();
    if (!reload) {
      type(" alone");
      return;
    }
    reloaded = true;
    try {
      browser.driver().navigate().refresh();
    } catch (WebDriverException e) {
      tally.note("a reload while the service is down fails");
    }
  }

  /** The service is back. */
  void audit() {
    if (reloaded) {
      openAgain();
      String back = field();
      String least = typedBefore(lostAt - MOST_LOST.toNanos());
      if (!back.startsWith(least) || !text.startsWith(back)) {
        tally.fault(Fault.LOST, mark + " has " + back + ", typed: " + text + ", least: " + least);
      }
      text = back;
      type(" again");
    }
    Eventually.holds(() -> texts().contains(text));
    tally.acknowledged(1);
    List<String> found = texts();
    List<String> expected = new ArrayList<>(List.of(text));
    if (!otherWindow.isEmpty()) {
      expected.add(otherWindow);
    }
    if (!found.stream().sorted().toList().equals(expected.stream().sorted().toList())) {
      boolean lost = !found.containsAll(expected);
      tally.fault(
          lost ? Fault.LOST : Fault.DOUBLED, mark + " drafts: " + found + ", not " + expected);
    }
  }

  private String typedBefore(long moment) {
    var entry = typed.floorEntry(moment);
    return entry == null ? "" : entry.getValue();
  }

  /** Opens the draft from Drafts if it is there, else a new mail, and accepts the offered copy. */
  private void openAgain() {
    String page =
        drafts().stream()
            .filter(one -> text.startsWith(one.text()))
            .map(Draft::page)
            .findFirst()
            .orElse("/compose");
    open(page);
    if (!browser.driver().findElements(By.cssSelector("#local:not([hidden])")).isEmpty()) {
      browser.find("#local-take").click();
    }
  }

  private String field() {
    return String.valueOf(browser.find(TEXT).getDomProperty("value"));
  }

  private record Draft(String page, String text) {}

  private List<String> texts() {
    return drafts().stream().map(Draft::text).toList();
  }

  /** The drafts of this round, as another client is shown them. */
  private List<Draft> drafts() {
    List<Draft> drafts = new ArrayList<>();
    for (long id : ids()) {
      String page = "/compose?draft=" + id;
      String shown = visitor.get(page).page().select(TEXT).val().replace("\r\n", "\n").strip();
      if (shown.startsWith(mark)) {
        drafts.add(new Draft(page, shown));
      }
    }
    return drafts;
  }

  private List<Long> ids() {
    List<Long> ids = new ArrayList<>();
    try (Connection connection = victim.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT d.id FROM draft d JOIN account a ON a.id = d.account WHERE a.name = '"
                    + user
                    + "' AND d.discarded_at IS NULL ORDER BY d.id DESC LIMIT 6")) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return ids;
  }
}
