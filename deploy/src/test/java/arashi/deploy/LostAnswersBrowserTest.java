package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.compose.Attached;
import arashi.compose.Draft;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.FolderRole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page of a mail in a real browser while the service executes requests but their answers are
 * lost: the page must not take its own change for that of another window.
 */
class LostAnswersBrowserTest {
  /**
   * No answer of the first change that the service makes, and of none until {@code back} is set.
   */
  private static final String LOSE_SAVES =
      "const real = window.fetch; let stored = false;"
          + "window.fetch = (...all) => {"
          + " if (window.back || all[0] !== '/drafts') return real(...all);"
          + " if (stored) return lose();"
          + " return real(...all).then(answer => { stored = answer.ok; return lose(); }); };";

  private static final String NO_ANSWER =
      "const lose = () => Promise.reject(new TypeError('lost'));";

  private static final String GATEWAY_TIMEOUT =
      "const lose = () => Promise.resolve(new Response('', {status: 504}));";

  /** Loses answers of uploads: a real one raises the event of a lost connection. */
  private static final String LOSE_UPLOADS =
      "const real = XMLHttpRequest.prototype.send; window.uploads = 0;"
          + "XMLHttpRequest.prototype.send = function (body) {"
          + " uploads++;"
          + " if (window.back) return real.call(this, body);"
          + " if (uploads > 1) { setTimeout(() => this.onerror()); return; }"
          + " this.onload = () => this.onerror();"
          + " real.call(this, body); };";

  private static final String REFUSE_SAVES =
      "const real = window.fetch; window.fetch = (...all) => all[0] === '/drafts'"
          + " ? real('/login').then(() => new Response('', {status: 503})) : real(...all);";

  private static final String ALWAYS_LOSE_UPLOADS =
      "XMLHttpRequest.prototype.send = function () { setTimeout(() => this.onerror()); };";

  /** The page waits for seconds before it tries again. */
  private static final String HURRY =
      "const later = window.setTimeout;"
          + "window.setTimeout = (act, time) => later(act, Math.min(time, 50));";

  private static final String CHOOSE_A_FILE =
      "const files = new DataTransfer(); files.items.add(new File(['x'], 'x.txt'));"
          + "const chooser = document.getElementById('files'); chooser.files = files.files;"
          + "chooser.dispatchEvent(new Event('change', {bubbles: true}));";

  private static final String SEND = "document.getElementById('send').click();";

  private static Writers writers;

  @TempDir private Path directory;
  private TestUser ada;
  private TestUser grace;

  @BeforeAll
  static void start() {
    writers = Writers.start();
  }

  @AfterAll
  static void stop() {
    writers.close();
  }

  @BeforeEach
  void addPeople() throws AddressRefusedException {
    ada = writers.add();
    grace = writers.add();
  }

  private Browser compose() {
    Browser browser = Browser.start(directory, true);
    browser.signIn(writers.service(), ada);
    browser.open(writers.service().url() + "/compose");
    return browser;
  }

  private void awaitOnly(String text) {
    Eventually.holds(
        () -> Writers.drafts(ada).stream().map(Draft::text).toList().equals(List.of(text)));
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true"})
  void aSaveIsRepeated(boolean pressesSave, boolean byGateway) {
    try (Browser browser = compose()) {
      String how = byGateway ? GATEWAY_TIMEOUT : NO_ANSWER;
      browser.driver().executeScript(how + LOSE_SAVES);
      Writers.type(browser, grace, "Lost", "Begun");
      browser.awaitText("#state", "Not saved");
      Eventually.holds(() -> !Writers.drafts(ada).isEmpty());
      browser.find("#text").sendKeys(" and gone on");
      browser.driver().executeScript("window.back = true");
      if (pressesSave) {
        browser.find("#save").click();
        browser.awaitText(".notice", "Saved in Drafts");
      } else {
        browser.awaitText("#state", "Saved at");
      }
      awaitOnly("Begun and gone on");
    }
  }

  @Test
  void aPageThatIsShownAgainRepeatsWhatItSentInLeaving() {
    try (Browser browser = compose()) {
      Writers.type(browser, grace, "Left", "Begun");
      browser.driver().executeScript("dispatchEvent(new Event('pagehide'))");
      awaitOnly("Begun");
      browser.driver().executeScript("dispatchEvent(new Event('pageshow'))");
      browser.find("#text").sendKeys(" and gone on");
      browser.find("#save").click();
      browser.awaitText(".notice", "Saved in Drafts");
      awaitOnly("Begun and gone on");
    }
  }

  /** The copy in the browser says what had no answer when the page was left. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPageThatIsLoadedAgainRepeatsWhatHadNoAnswer(boolean savedBefore) {
    try (Browser browser = compose()) {
      if (savedBefore) {
        Writers.type(browser, grace, "Loaded again", "Long ago, ");
        browser.awaitText("#state", "Saved at");
      }
      browser.driver().executeScript(NO_ANSWER + LOSE_SAVES);
      Writers.type(browser, grace, "", "begun");
      browser.awaitText("#state", "Not saved");
      String stored = savedBefore ? "Long ago, begun" : "begun";
      awaitOnly(stored);
      browser.find("#text").sendKeys(" and gone on");
      browser.driver().navigate().refresh();
      browser.find("#local-take").click();
      browser.awaitText("#state", "Saved at");
      awaitOnly(stored + " and gone on");
    }
  }

  @Test
  void aMailIsSentThoughTheServiceIsTooBusyForDrafts() {
    try (Browser browser = compose()) {
      browser.driver().executeScript(REFUSE_SAVES);
      Writers.type(browser, grace, "Busy", "Begun");
      browser.awaitText("#state", "Not saved");
      browser.find("#send").click();
      browser.awaitText(".notice", "On its way");
      Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == 1);
    }
  }

  /** The first save is made, though its answer says only that it may be. */
  @Test
  void aMailIsNotSentBesideASaveThatMayBeMade() {
    try (Browser browser = compose()) {
      browser.driver().executeScript(GATEWAY_TIMEOUT + LOSE_SAVES);
      Writers.type(browser, grace, "In doubt", "Begun");
      browser.awaitText("#state", "Not saved");
      Eventually.holds(() -> !Writers.drafts(ada).isEmpty());
      browser.find("#text").sendKeys(" and gone on");
      browser.find("#send").click();
      browser.awaitText("#state", "Not saved");
      assertThat(grace.counters(FolderRole.INBOX).total()).isZero();
      browser.driver().executeScript("window.back = true");
      browser.find("#send").click();
      browser.awaitText(".notice", "On its way");
      Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == 1);
      assertThat(Writers.drafts(ada)).isEmpty();
    }
  }

  @Test
  void anUploadIsRepeatedAndAttachedOnce() {
    try (Browser browser = compose()) {
      Writers.type(browser, grace, "A file", "Begun");
      browser.awaitText("#state", "Saved at");
      browser.driver().executeScript(LOSE_UPLOADS + CHOOSE_A_FILE);
      browser.awaitText("#state", "Not saved");
      Eventually.holds(() -> !Writers.drafts(ada).get(0).attachments().isEmpty());
      browser.find("#text").sendKeys(" and gone on");
      browser.driver().executeScript("window.back = true");
      browser.awaitText("#attachments .name", "x.txt");
      awaitOnly("Begun and gone on");
      assertThat(Writers.drafts(ada).get(0).attachments())
          .extracting(Attached::name)
          .containsExactly("x.txt");
      assertThat(browser.texts("#uploads li")).isEmpty();
      browser.find("#send").click();
      browser.awaitText(".notice", "On its way");
    }
  }

  @Test
  void noMailIsSentWithoutTheFileThatFailed() {
    try (Browser browser = compose()) {
      Writers.type(browser, grace, "A file", "See it.");
      browser.driver().executeScript(HURRY + ALWAYS_LOSE_UPLOADS + CHOOSE_A_FILE + SEND);
      browser.awaitText("#uploads .wrong", "");
      browser.awaitText("#uploads", "x.txt");
      browser.awaitText("#state", "Saved at");
      assertThat(browser.driver().getCurrentUrl()).contains("/compose?draft=");
      assertThat(grace.counters(FolderRole.INBOX).total()).isZero();
    }
  }
}
