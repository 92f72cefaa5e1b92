package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.address.AddressRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.OutputType;

/** A mail that is sent when the session is over, in a real browser: it goes on, or asks first. */
class KeptPostBrowserTest {
  private static final String TEXT = "Typed before the session ended, <b>with</b> \"care\".";

  private static Writers writers;

  @TempDir private Path directory;
  private TestUser ada;
  private TestUser grace;

  @BeforeAll
  static void start() {
    writers = Writers.start(Map.of("mail.session.cache-time", "0 s", "mail.outbox.hold", "1 h"));
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

  private Browser signedIn() {
    Browser browser = Browser.start(directory, true);
    browser.signIn(writers.service(), ada);
    return browser;
  }

  private void compose(Browser browser) {
    browser.open(writers.service().url() + "/compose");
    Writers.type(browser, grace, "Kettle", TEXT);
  }

  private void signIn(Browser browser) {
    browser.find("#name").sendKeys(ada.name());
    browser.find("#password").sendKeys(TestUser.PASSWORD);
    browser.find("form[action='/login'] button").click();
  }

  private int sent() {
    return ada.store().outgoing().outbox().list(ada.id(), 10).size();
  }

  private static void signOut(Browser browser) {
    browser.find("form[action='/logout'] button").click();
    browser.find("form[action='/login']");
  }

  /** In another tab; then the first is driven again. */
  private void elsewhere(Browser browser, Runnable actions) {
    String first = browser.driver().getWindowHandle();
    browser.newTab();
    browser.open(writers.service().url() + "/mail");
    actions.run();
    browser.driver().close();
    browser.driver().switchTo().window(first);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void goesOnByItselfAfterTheLogin(boolean isSignedOut) {
    try (Browser browser = signedIn()) {
      compose(browser);
      if (isSignedOut) {
        elsewhere(browser, () -> signOut(browser));
      } else {
        ada.store()
            .people()
            .sessions()
            .list(ada.id())
            .forEach(session -> ada.store().people().sessions().delete(session.tokenHash()));
      }
      browser.find("#send").click();
      browser.awaitText("#login-state", "nothing is lost");
      assertThat(sent()).isZero();

      signIn(browser);

      browser.awaitText(".notice", "On its way");
      assertThat(sent()).isEqualTo(1);
    }
  }

  @Test
  void asksIfThePageIsOfAnEarlierSession() {
    try (Browser browser = signedIn()) {
      compose(browser);
      elsewhere(
          browser,
          () -> {
            signOut(browser);
            signIn(browser);
            browser.find("#folders");
          });
      browser.find("#send").click();

      assertAsked(browser);

      browser.find("main form[action='/send'] button").click();
      browser.awaitText(".notice", "On its way");
      assertThat(sent()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, 900, light", "1280, 900, dark", "390, 844, light", "390, 844, dark"})
  void asksWithoutTheCookiesAndFitsEveryScreen(int width, int height, String scheme)
      throws IOException {
    try (Browser browser = Browser.start(directory, true)) {
      screen(browser, width, height, scheme);
      browser.open(writers.service().url());
      signIn(browser);
      browser.find("#list-title");
      compose(browser);
      browser.driver().manage().deleteAllCookies();
      browser.find("#send").click();
      browser.awaitText("#login-state", "Nothing is done until you confirm it");
      shoot(browser, "login-asked", width, scheme);

      signIn(browser);

      assertAsked(browser);
      shoot(browser, "asked", width, scheme);
      browser.find("main .asks summary").click();
      shoot(browser, "asked-all", width, scheme);
      browser.find("main a.primary").click();
      browser.find("#folders, .menu");
      assertThat(sent()).isZero();
    }
  }

  /** Nothing was sent, and no request but for the page itself and its assets is under way. */
  private void assertAsked(Browser browser) {
    browser.awaitText("main h1", "Did you do this?");
    browser.awaitText(".asks .title", "Send this mail");
    browser.awaitText(".asks", TEXT);
    browser.awaitText(".asked", ada.name());
    assertThat(browser.driver().executeScript("return document.readyState")).isEqualTo("complete");
    browser.awaitCount("[data-resume], [data-retry]", 0);
    assertThat(sent()).isZero();
  }

  private static void screen(Browser browser, int width, int height, String scheme) {
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of(
                "width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 700));
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Checks the width, and keeps a picture for people to look at. */
  private static void shoot(Browser browser, String name, int width, String scheme)
      throws IOException {
    assertThat(browser.driver().executeScript("return document.documentElement.scrollWidth"))
        .isEqualTo((long) width);
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    Files.write(
        folder.resolve(name + "-" + width + "-" + scheme + ".png"),
        browser.driver().getScreenshotAs(OutputType.BYTES));
  }
}
