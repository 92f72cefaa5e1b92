package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;

/** Remote images in a real browser: none before they are asked for, then in the frame. */
class RemoteImagesBrowserTest {
  @TempDir private Path downloads;

  private static final Dimension SIZE = new Dimension(ImageHost.WIDTH, ImageHost.HEIGHT);

  /** Sizes of the images in the frame; one that is not there is as large as its mark. */
  private static List<Dimension> images(Browser browser) {
    browser.driver().switchTo().frame(browser.find("iframe.html"));
    browser.find("h1");
    List<Dimension> sizes =
        browser.driver().findElements(By.cssSelector("img")).stream()
            .map(WebElement::getSize)
            .toList();
    browser.driver().switchTo().defaultContent();
    return sizes;
  }

  @ParameterizedTest(name = "scripts: {0}")
  @ValueSource(booleans = {true, false})
  void areShownOnceTheReaderAsks(boolean scripts) {
    try (ImageHost elsewhere = new ImageHost();
        TestService service = TestService.with(elsewhere.permitted());
        Browser browser = Browser.start(downloads, scripts)) {
      TestUser user = service.user();
      String html = "<h1>Tea</h1><p><img src='" + elsewhere.url("/a.png") + "'></p>";
      long uid = user.receives(Mails.html(1, "The kettle", html));
      browser.signIn(service, user);
      browser.requests();

      browser.open(service.url().resolve(user.path(uid)));
      assertThat(images(browser)).isEmpty();
      assertThat(elsewhere.asked()).isEmpty();

      browser.find(".images a.button").click();
      browser.awaitText(".images", "are loaded");
      Eventually.holds(() -> images(browser).equals(List.of(SIZE)));
      assertThat(elsewhere.asked()).hasSize(1);

      browser.find(".images button").click();
      browser.awaitText(".images", "always shown");
      Eventually.holds(() -> images(browser).equals(List.of(SIZE)));

      assertThat(browser.requests())
          .allMatch(url -> url.startsWith(service.url().toString()) || url.startsWith("data:"));
      assertThat(browser.console()).noneMatch(line -> line.contains("Content Security Policy"));
    }
  }
}
