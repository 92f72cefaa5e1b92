package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The console in a real browser, with scripts and without. */
class ConsoleBrowserTest {
  private final TestService service = TestService.shared();
  @TempDir private Path downloads;

  private Browser signedIn(boolean scripts) {
    TestUser admin = TestUser.createAdmin(service.store());
    Browser browser = Browser.start(downloads, scripts);
    browser.signIn(service, admin);
    browser.find("a[href='/admin']").click();
    browser.find("svg.graph");
    return browser;
  }

  private static String at(Browser browser) {
    Object text = // in one step, for the element may be replaced between two
        browser
            .driver()
            .executeScript("return document.querySelector('[data-part=at]').textContent");
    return String.valueOf(text);
  }

  @Test
  void followsTheServiceByItself() {
    try (Browser browser = signedIn(true)) {
      String first = at(browser);
      browser.driver().executeScript("document.querySelector('.figures').dataset.kept = 'yes'");

      Eventually.holds(() -> !at(browser).equals(first));

      assertThat(browser.find(".figures").getAttribute("data-kept")).isEqualTo("yes");
      browser.find("#pause").click();
      assertThat(browser.find("#pause").getAttribute("aria-pressed")).isEqualTo("true");
      assertThat(browser.console()).noneMatch(line -> line.startsWith("SEVERE"));
    }
  }

  @ParameterizedTest(name = "scripts: {0}")
  @ValueSource(booleans = {true, false})
  void letsAnAdminSetATarget(boolean scripts) {
    try (Browser browser = signedIn(scripts)) {
      assertThat(browser.driver().findElement(By.id("pause")).isDisplayed()).isEqualTo(scripts);
      browser.find(".tabs a[href='/admin/settings']").click();

      type(browser, "soon");
      browser.awaitText(".notice", "Nothing was saved");
      assertThat(target(browser).getAttribute("value")).isEqualTo("soon");
      assertThat(target(browser).getAttribute("aria-invalid")).isEqualTo("true");

      type(browser, scripts ? "1234" : "1235");
      browser.awaitText(".notice", "Saved.");
      assertThat(target(browser).getAttribute("value")).isEqualTo(scripts ? "1234" : "1235");
      assertThat(browser.find(".notice").getRect().getY()).as("in view").isNotNegative();
    }
  }

  private static WebElement target(Browser browser) {
    return browser.find("input[name='guest:delete']");
  }

  private static void type(Browser browser, String millis) {
    target(browser).clear();
    target(browser).sendKeys(millis);
    browser.find("#targets button.primary").click();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/admin", "/admin/history", "/admin/settings"})
  void scrollsInOnePlaceOnly(String path) {
    try (Browser browser = signedIn(true)) {
      browser.open(service.url().resolve(path));
      browser.find(".tabs");

      assertThat(
              browser
                  .driver()
                  .executeScript(
                      "return document.documentElement.scrollHeight - window.innerHeight"))
          .isEqualTo(0L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void fitsAPhoneInAnyColours(String scheme) {
    try (Browser browser = signedIn(true)) {
      Map<String, Object> phone =
          Map.of("width", 360, "height", 740, "deviceScaleFactor", 2, "mobile", true);
      browser.driver().executeCdpCommand("Emulation.setDeviceMetricsOverride", phone);
      Map<String, Object> media =
          Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme)));
      browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", media);
      for (String path : List.of("/admin", "/admin/history", "/admin/settings")) {
        browser.open(service.url().resolve(path));
        browser.find(".tabs");
        assertThat(browser.driver().executeScript("return document.documentElement.scrollWidth"))
            .as(path)
            .isEqualTo(360L);
      }
    }
  }
}
