package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.compose.Draft;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.identity.IdentityRow;
import arashi.store.mail.FolderRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;

/** A person writes mail in a real browser. */
class ComposeBrowserTest {
  private static Writers writers;
  private static TestService service;

  @TempDir private Path directory;
  private TestUser ada;
  private TestUser grace;

  @BeforeAll
  static void start() {
    writers = Writers.start();
    service = writers.service();
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

  private void type(Browser browser, String subject, String text) {
    Writers.type(browser, grace, subject, text);
  }

  @ParameterizedTest(name = "scripts: {0}")
  @ValueSource(booleans = {true, false})
  void writesAttachesAndSends(boolean scripts) throws IOException {
    byte[] content = new byte[200_000];
    new Random(3).nextBytes(content);
    Path file = Files.write(directory.resolve("photo of us.jpg"), content);
    try (Browser browser = Browser.start(directory, scripts)) {
      browser.signIn(service, ada);
      browser.find("#folders .new").click();
      type(browser, "From a browser", "With a file.");
      browser.driver().findElement(By.id("files")).sendKeys(file.toString());
      if (!scripts) {
        browser.find("#attach").click();
      }
      browser.awaitText("#attachments .name", "photo of us.jpg");
      assertThat(browser.find("#text").getDomProperty("value")).isEqualTo("With a file.");
      browser.find("#send").click();
      browser.awaitText(".notice", "On its way");

      Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == 1);
      Client reader = service.signedIn(grace);
      Answer arrived = reader.get(reader.get(grace.path(FolderRole.INBOX)).rows().get(0));
      String link = arrived.page().select(".attachments a").attr("href");
      assertThat(reader.get(link).bytes()).isEqualTo(content);
      assertThat(browser.console()).noneMatch(line -> line.startsWith("SEVERE"));
    }
  }

  /** The service is in another zone than the browser, and the account has set none. */
  @Test
  void aTimeIsTypedAndShownInTheZoneOfTheBrowser() {
    ZoneId zone = ZoneId.of("Pacific/Kiritimati");
    LocalDateTime at = LocalDateTime.now(zone).plusDays(2).truncatedTo(ChronoUnit.MINUTES);
    try (Browser browser = Browser.start(directory, true)) {
      browser
          .driver()
          .executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", zone.getId()));
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      type(browser, "At eight there", "Good morning.");
      browser.find(".later summary").click();
      browser.awaitText("label[for=send-at]", zone.getId());
      browser
          .driver()
          .executeScript("document.getElementById('send-at').value = arguments[0]", at.toString());
      browser.find("#send-later").click();
      browser.awaitText(".notice", "at the time that you chose");

      assertThat(ada.store().outgoing().outbox().list(ada.id(), 1).get(0).nextAttemptAt())
          .isEqualTo(at.atZone(zone).toInstant());
      browser.open(service.url().resolve(ada.path(FolderRole.OUTBOX)));
      browser.row("At eight there").click();
      browser.awaitText(".departure label", zone.getId());
      assertThat(browser.find("#send-at").getDomProperty("value")).isEqualTo(at.toString());
    }
  }

  @Test
  void savesByItselfAndOffersItsOwnCopyAfterALoss() {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      type(browser, "By itself", "One");
      browser.awaitText("#state", "Saved at");
      assertThat(Writers.drafts(ada)).extracting(Draft::text).containsExactly("One");
      browser.find("#text").sendKeys(" and two");
      Eventually.holds(() -> Writers.drafts(ada).get(0).text().equals("One and two"));
      assertThat(Writers.drafts(ada)).hasSize(1);
      Eventually.holds(() -> copies(browser).isEmpty()); // once the page has the answer

      // the network is gone: typed text stays in the browser, across a reload
      browser
          .driver()
          .executeCdpCommand(
              "Network.emulateNetworkConditions",
              Map.of(
                  "offline", true, "latency", 0, "downloadThroughput", 0, "uploadThroughput", 0));
      browser.find("#text").sendKeys(" and three");
      browser.awaitText("#state", "Not saved");
      String at = browser.driver().getCurrentUrl();
      browser
          .driver()
          .executeCdpCommand(
              "Network.emulateNetworkConditions",
              Map.of(
                  "offline",
                  false,
                  "latency",
                  0,
                  "downloadThroughput",
                  -1,
                  "uploadThroughput",
                  -1));
      browser.open("about:blank");
      browser.open(at);
      if (!"One and two and three".equals(browser.find("#text").getDomProperty("value"))) {
        browser.find("#local-take").click();
      }
      assertThat(browser.find("#text").getDomProperty("value")).isEqualTo("One and two and three");
      Eventually.holds(() -> Writers.drafts(ada).get(0).text().equals("One and two and three"));

      browser.find("#text").sendKeys("!");
      browser.find("form[action='/logout'] button").click();
      browser.awaitText("#login-state", "signed out");
      assertThat(copies(browser)).isEmpty();
      assertThat(Writers.drafts(ada).get(0).text()).contains("One and two and three", "!");
    }
  }

  private static List<?> copies(Browser browser) {
    return (List<?>)
        browser
            .driver()
            .executeScript(
                "return Object.keys(localStorage).filter(k => k.startsWith('arashi.draft.'))");
  }

  @Test
  void warnsTheSecondOfTwoWindows() {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      type(browser, "Two windows", "Begun");
      browser.awaitText("#state", "Saved at");
      String at = browser.driver().getCurrentUrl();
      String first = browser.driver().getWindowHandle();
      browser.newTab();
      browser.open(at);
      browser.find("#text").sendKeys(Keys.chord(Keys.CONTROL, Keys.END), " in the second");
      browser.awaitText("#state", "Saved at");

      browser.driver().switchTo().window(first);
      browser.find("#text").sendKeys(" in the first");
      browser.awaitText("#state", "another window");
      assertThat(Writers.drafts(ada))
          .extracting(Draft::text)
          .containsExactly("Begun in the second");
      browser.find("#save").click();
      browser.awaitText(".notice", "Saved in Drafts");
      assertThat(Writers.drafts(ada))
          .extracting(Draft::text)
          .containsExactlyInAnyOrder("Begun in the second", "Begun in the first");
    }
  }

  @Test
  void aPermanentlyRefusedSaveIsShownAndNotRepeatedUntilTheTextChanges() {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      browser
          .driver()
          .executeScript(
              "window.saves = 0; window.real = window.fetch; window.waits = [];"
                  + "window.fetch = (...all) => { saves++; return real(...all); };"
                  + "const later = window.setTimeout;"
                  + "window.setTimeout = (act, time) => { waits.push(time);"
                  + " return later(act, Math.min(time, 50)); };"
                  + "const text = document.getElementById('text');"
                  + "text.value = 'long '.repeat(300000);"
                  + "text.dispatchEvent(new Event('input', {bubbles: true}))");
      browser.awaitText("#state", "too long");
      assertThat(browser.driver().executeScript("return waits.includes(5000)")).isEqualTo(false);
      assertThat(browser.driver().executeScript("return saves")).isEqualTo(1L);
      assertThat(browser.find("#text").getDomProperty("value")).hasSize(1_500_000);

      browser
          .driver()
          .executeScript(
              "const text = document.getElementById('text'); text.value = 'Short.';"
                  + "text.dispatchEvent(new Event('input', {bubbles: true}))");
      browser.awaitText("#state", "Saved at");
      assertThat(Writers.drafts(ada)).extracting(Draft::text).containsExactly("Short.");
    }
  }

  @Test
  void aSignOutElsewhereLeavesNoCopyBehindASaveThatIsOnItsWay() {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      type(browser, "Private", "Nobody else reads this");
      browser.awaitText("#state", "Saved at");
      String first = browser.driver().getWindowHandle();
      browser
          .driver()
          .executeScript(
              "const real = window.fetch; window.fetch = (...all) => new Promise(done =>"
                  + " window.goOn = () => done(real(...all)))");
      browser.find("#text").sendKeys(".");
      Eventually.holds(() -> browser.driver().executeScript("return !!window.goOn").equals(true));
      browser.newTab();
      browser.open(service.url() + "/mail");
      browser.find("form[action='/logout'] button").click();
      browser.awaitText("#login-state", "signed out");

      browser.driver().switchTo().window(first);
      browser.driver().executeScript("window.goOn()");
      browser.awaitText("#state", "session has ended");
      browser.find("#text").sendKeys(" Still here");
      browser.driver().executeScript("dispatchEvent(new Event('pagehide'))");
      assertThat(copies(browser)).isEmpty();
      assertThat(browser.find("#text").getDomProperty("value")).endsWith("this. Still here");
    }
  }

  @Test
  void sendsNoSecondMailBesideThatOfAnotherWindow() {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      type(browser, "Two windows", "Begun");
      browser.awaitText("#state", "Saved at");
      String at = browser.driver().getCurrentUrl();
      String first = browser.driver().getWindowHandle();
      browser.newTab();
      browser.open(at);
      browser.find("#send").click();
      browser.awaitText(".notice", "On its way");

      browser.driver().switchTo().window(first);
      browser
          .driver()
          .executeScript(
              "new MutationObserver((all, own) => {"
                  + "own.disconnect(); document.getElementById('send').click(); })"
                  + ".observe(document.getElementById('state'), {childList: true})");
      browser.find("#text").sendKeys(" in the first");
      browser.awaitText("#state", "another window");
      Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == 1);
      assertThat(browser.driver().getCurrentUrl()).endsWith("/compose");
      assertThat(browser.find("#text").getDomProperty("value")).isEqualTo("Begun in the first");
    }
  }

  @Test
  void asksForAForgottenFile() {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      type(browser, "Report", "The report is attached.");
      browser.find("#send").click();
      assertThat(browser.driver().switchTo().alert().getText()).contains("attachment");
      browser.driver().switchTo().alert().dismiss();
      assertThat(browser.find("#text").getDomProperty("value")).contains("attached");
      browser.find("#text").sendKeys(Keys.chord(Keys.CONTROL, Keys.ENTER));
      browser.driver().switchTo().alert().accept();
      browser.awaitText(".notice", "On its way");
    }
  }

  @Test
  void answersByKeys() {
    ada.receives(
        Mails.plain(1, "Grace <" + Writers.address(grace) + ">", "Kettle", "Does it boil?\r\n"));
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url().resolve(ada.path(FolderRole.INBOX)));
      browser.row("Kettle").click();
      browser.awaitText("#subject", "Kettle");
      browser.find("#message").sendKeys("r");
      browser.find("#compose");
      assertThat(browser.find("#to").getDomProperty("value")).contains(Writers.address(grace));
      assertThat(browser.find("#text").getDomProperty("value")).contains("> Does it boil?");
    }
  }

  private static Object value(Browser browser, String css) {
    return browser.find(css).getDomProperty("value");
  }

  @Test
  void completesSeveralAddressesByTheKeyboard() throws IOException {
    String person = "Grace Hopper <" + Writers.address(grace) + ">";
    ada.receives(
        List.of(
            Mails.plain(1, person, "One", "x"),
            Mails.plain(2, "\"Hill, Gregor\" <gregor@far.example>", "Two", "x")));
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      browser.find("#to").sendKeys("first@far.example, gr");
      browser.awaitText("#people [aria-selected=true]", "Gr");
      assertThat(browser.texts("#people li")).hasSize(2);
      assertThat(browser.find("#to").getDomAttribute("aria-activedescendant"))
          .isEqualTo("people-0");
      shoot(browser, "people", 1280, "light");
      browser.find("#to").sendKeys("a");
      browser.awaitCount("#people li", 1);
      browser.find("#to").sendKeys(Keys.ENTER);
      assertThat(value(browser, "#to")).isEqualTo("first@far.example, " + person + ", ");

      browser.find("#to").sendKeys("gr");
      browser.awaitText("#people li", "Hill");
      assertThat(browser.texts("#people li")).as("who is there already").hasSize(1);
      browser.find("#to").sendKeys(Keys.ESCAPE);
      assertThat(browser.driver().findElements(By.cssSelector("#people:not([hidden])"))).isEmpty();
      browser.find("#to").sendKeys("e");
      browser.awaitText("#people li", "Hill");
      browser.find("#to").sendKeys(Keys.ARROW_DOWN, Keys.TAB);
      assertThat(value(browser, "#to"))
          .isEqualTo("first@far.example, " + person + ", \"Hill, Gregor\" <gregor@far.example>, ");

      browser.find("#cc").sendKeys("gregor@far.example");
      browser.find("#cc").sendKeys(Keys.TAB);
      assertThat(value(browser, "#cc")).isEqualTo("gregor@far.example");
      browser.find("#bcc").sendKeys("hop");
      assertThat(browser.console()).noneMatch(line -> line.startsWith("SEVERE"));
    }
  }

  private static void choose(Browser browser, String sender) {
    browser.find("#from").findElement(By.cssSelector("[value='" + sender + "']")).click();
  }

  @Test
  void anotherSenderBringsItsSignatureAtOnce() throws AddressRefusedException {
    String office = "office-" + Writers.address(ada);
    service.store().people().addressEdit().give(ada.id(), Address.parse(office), Tombstone.IGNORE);
    var identities = service.store().people().identities();
    identities.set(ada.id(), new IdentityRow(Writers.address(ada), "Ada", "Ada at home", "", true));
    identities.set(ada.id(), new IdentityRow(office, "Ada", "A. Lovelace\nOffice", "", false));
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser.open(service.url() + "/compose");
      assertThat(value(browser, "#text")).isEqualTo("\n\n-- \nAda at home");
      choose(browser, office);
      Eventually.holds(() -> "\n\n-- \nA. Lovelace\nOffice".equals(value(browser, "#text")));
      browser.awaitText("#state", "Saved at");
      assertThat(Writers.drafts(ada)).extracting(Draft::from).containsExactly(office);

      browser.find("#text").sendKeys("?");
      choose(browser, Writers.address(ada));
      assertThat(value(browser, "#from")).isEqualTo(Writers.address(ada));
      assertThat((String) value(browser, "#text"))
          .as("a person has changed it")
          .contains("A. Lovelace");
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, 900, light", "1280, 900, dark", "360, 740, light", "360, 740, dark"})
  void fitsEveryScreen(int width, int height, String scheme) throws IOException {
    ada.receives(
        Mails.plain(1, "Grace <" + Writers.address(grace) + ">", "Kettle", "Does it boil?\r\n"));
    try (Browser browser = Browser.start(directory, true)) {
      boolean phone = width < 700;
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setEmulatedMedia",
              Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
      browser.open(service.url());
      browser.find("#name").sendKeys(ada.name());
      browser.find("#password").sendKeys(TestUser.PASSWORD);
      browser.find("form[action='/login'] button").click();
      browser.find("#list-title");
      browser.open(service.url().resolve(ada.path(FolderRole.INBOX)));
      browser.row("Kettle").click();
      browser.find("#subject");
      shoot(browser, "message", width, scheme);
      browser.open(browser.driver().getCurrentUrl() + "/reply-all");
      browser.find("#cc").sendKeys("wrong@, " + Writers.address(ada));
      browser.driver().findElement(By.id("files")).sendKeys(file("a picture.png").toString());
      browser.awaitText("#attachments .name", "a picture.png");
      assertFits(browser, width);
      shoot(browser, "compose", width, scheme);
      browser.find("#send").click();
      browser.find("#cc-wrong");
      assertFits(browser, width);
      shoot(browser, "compose-wrong", width, scheme);
    }
  }

  private Path file(String name) throws IOException {
    return Files.write(directory.resolve(name), new byte[] {1, 2, 3});
  }

  private static void assertFits(Browser browser, int width) {
    assertThat(browser.driver().executeScript("return document.documentElement.scrollWidth"))
        .isEqualTo((long) width);
  }

  /** For people to look at. */
  private static void shoot(Browser browser, String name, int width, String scheme)
      throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    Files.write(
        folder.resolve(name + "-" + width + "-" + scheme + ".png"),
        browser.driver().getScreenshotAs(OutputType.BYTES));
  }
}
