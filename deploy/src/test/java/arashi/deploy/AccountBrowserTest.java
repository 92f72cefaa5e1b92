package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.account.Preferences;
import arashi.store.account.Preferences.Theme;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.support.ui.Select;

/** A person sets the account in a real browser. */
class AccountBrowserTest {
  private static final String DOMAIN = "account-browser.example";

  private final TestService service = TestService.shared();

  @TempDir private Path directory;
  private TestUser user;

  @BeforeEach
  void addUser() throws AddressRefusedException {
    service.store().people().addressEdit().addDomain(DOMAIN);
    user = service.user();
    Address address = Address.parse(user.name() + "@" + DOMAIN);
    service.store().people().addressEdit().give(user.id(), address, Tombstone.IGNORE);
    user.receives("Kettle");
  }

  private static void choose(Browser browser, String id, String value) {
    new Select(browser.find("#" + id)).selectByValue(value);
  }

  /** Red, green and blue of the page's ground. */
  private static String ground(Browser browser) {
    return (String)
        browser.driver().executeScript("return getComputedStyle(document.body).backgroundColor");
  }

  @ParameterizedTest(name = "scripts: {0}")
  @ValueSource(booleans = {true, false})
  void setsLanguageColoursAndAnAddress(boolean scripts) {
    try (Browser browser = Browser.start(directory, scripts)) {
      browser.signIn(service, user);
      browser.find("#folders .who").click();
      String before = ground(browser);
      browser.find("#name").sendKeys("Ada Lind");
      choose(browser, "language", "de");
      choose(browser, "theme", "dark");
      browser.find("#reply-to-0").sendKeys("nobody@");
      browser.find("#signature-0").sendKeys("Ada\nNorthern light");
      browser.find(".save button").click();

      browser.awaitText("#reply-to-0-e", "no mail address");
      assertThat(browser.find("#name").getDomProperty("value")).isEqualTo("Ada Lind");
      assertThat(browser.find("#signature-0").getDomProperty("value"))
          .isEqualTo("Ada\nNorthern light");
      assertThat(browser.driver().switchTo().activeElement().getDomAttribute("id"))
          .isEqualTo("reply-to-0");
      browser.find("#reply-to-0").clear();
      browser.find(".save button").click();

      browser.awaitText(".notice", "Gespeichert");
      assertThat(ground(browser)).isNotEqualTo(before);
      browser.open(service.url() + "/compose");
      assertThat(browser.find("#text").getDomProperty("value"))
          .contains("-- \nAda\nNorthern light");
      if (scripts) {
        assertThat(browser.console())
            .noneMatch(line -> line.startsWith("SEVERE") && !line.contains("422"));
      }
    }
  }

  @Test
  void showsMomentsInTheZoneOfTheAccount() {
    ZoneId zone = ZoneId.of("Pacific/Kiritimati"); // a day ahead of most
    Preferences set =
        new Preferences(
            "", Optional.empty(), Optional.of(zone), Theme.LIGHT, Preferences.AfterDelete.LIST);
    service.store().people().accounts().setPreferences(user.id(), set);
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, user);
      browser.open(service.url() + user.path(1));
      String moment = browser.find("#message time").getDomAttribute("datetime");
      assertThat(moment).endsWith("+14:00");
      // as the browser's language has it, with or without AM and PM
      String time =
          (String)
              browser
                  .driver()
                  .executeScript(
                      "return new Intl.DateTimeFormat(navigator.language, { hour: '2-digit',"
                          + " minute: '2-digit', timeZone: arguments[1] })"
                          + ".format(new Date(arguments[0]))",
                      moment,
                      zone.getId());
      String shown = browser.find("#message time[title]").getDomProperty("textContent");
      assertThat(shown).endsWith(", " + time);
    }
  }

  @Test
  void signsOutEverywhereAndLeavesNoCopyBehind() {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, user);
      browser.open(service.url() + "/account/security");
      browser.driver().executeScript("localStorage.setItem('arashi.draft.x.y', '{}')");
      browser.find(".everywhere button").click();
      browser.awaitText("#login-state", "signed out");
      assertThat(browser.driver().executeScript("return Object.keys(localStorage).join()"))
          .isEqualTo("arashi.left");
      assertThat(service.store().people().sessions().list(user.id())).isEmpty();
    }
  }

  /** With the colours of the account, which override those of the browser. */
  @ParameterizedTest(name = "{0} px, {1}")
  @CsvSource({"360, LIGHT, dark", "360, DARK, light", "1280, LIGHT, dark", "1280, DARK, light"})
  void fitsAnyWidthInItsOwnColours(int width, Theme theme, String asked) throws IOException {
    Preferences set =
        new Preferences(
            "Ada Lind", Optional.empty(), Optional.empty(), theme, Preferences.AfterDelete.LIST);
    service.store().people().accounts().setPreferences(user.id(), set);
    try (Browser browser = Browser.start(directory, true)) {
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", width, "height", 900, "deviceScaleFactor", 2, "mobile", width < 700));
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setEmulatedMedia",
              Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", asked))));
      browser.open(service.url());
      browser.find("#name").sendKeys(user.name());
      browser.find("#password").sendKeys(TestUser.PASSWORD);
      browser.find("form[action='/login'] button").click();
      browser.find("#list-title");
      for (String page : List.of("/account", "/account/security")) {
        browser.open(service.url() + page);
        browser.find("#account-title");
        assertThat(browser.driver().executeScript("return document.documentElement.scrollWidth"))
            .as(page)
            .isEqualTo((long) width);
        String red = ground(browser).replaceAll("\\D*(\\d+).*", "$1");
        assertThat(Integer.parseInt(red) < 128).isEqualTo(theme == Theme.DARK);
        Path folder = Files.createDirectories(Path.of("target", "screenshots"));
        Files.write(
            folder.resolve(
                page.substring(1).replace('/', '-') + "-" + width + "-" + theme + ".png"),
            browser.driver().getScreenshotAs(OutputType.BYTES));
      }
    }
  }
}
