package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** All of a folder is chosen and changed in a browser, which shows how far that is. */
class WholeFolderBrowserTest {
  private static final int MANY = 120;
  private static TestService service;

  @TempDir private Path directory;
  private TestUser ada;

  @BeforeAll
  static void start() {
    service =
        TestService.with(
            Map.of("mail.page-size", 10, "mail.jobs.step", 10, "mail.jobs.poll", "10 ms"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void add() {
    ada = service.user();
    String[] subjects = new String[MANY];
    Arrays.setAll(subjects, n -> "Mail " + n);
    ada.receives(subjects);
  }

  private Browser inbox(boolean scripts) {
    Browser browser = Browser.start(directory, scripts);
    browser.signIn(service, ada);
    browser.open(service.url() + ada.path(FolderRole.INBOX));
    return browser;
  }

  private static WebElement whole(Browser browser) {
    return browser.driver().findElement(By.id("whole"));
  }

  private static void pressDelete(Browser browser) {
    browser.find(".bulk button[formaction$='/delete']").click();
  }

  @Test
  void allIsOfferedOnceThePageIsTickedAndGoesAndComesBack() {
    try (Browser browser = inbox(true)) {
      assertThat(whole(browser).isDisplayed()).isFalse();
      browser.find("#all").click();
      assertThat(whole(browser).isDisplayed()).isTrue();
      whole(browser).sendKeys(Keys.SPACE);
      assertThat(whole(browser).isSelected()).isTrue();
      pressDelete(browser);
      browser.awaitText(".notice", MANY + " messages changed");
      assertThat(ada.counters(FolderRole.INBOX).total()).isZero();
      browser.awaitText("#list", "All quiet"); // the open list follows

      browser.find(".notice form[action$='/undo'] button").click();
      Eventually.holds(() -> ada.counters(FolderRole.INBOX).total() == MANY);
      assertThat(ada.counters(FolderRole.TRASH).total()).isZero();
    }
  }

  @Test
  void untickingARowSelectsTheOthersAlone() {
    try (Browser browser = inbox(true)) {
      browser.find("#all").click();
      whole(browser).click();
      browser.driver().findElements(By.cssSelector("#list .rows [name=uid]")).get(3).click();
      assertThat(whole(browser).isSelected()).isFalse();
      pressDelete(browser);
      browser.awaitText(".notice", "9 messages moved to Trash.");
      assertThat(ada.counters(FolderRole.INBOX).total()).isEqualTo(MANY - 9);
    }
  }

  @Test
  void itWorksWithoutScripts() {
    try (Browser browser = inbox(false)) {
      assertThat(whole(browser).isDisplayed()).isTrue();
      whole(browser).click();
      pressDelete(browser);
      browser.find(".notice a").click();
      browser.awaitText(".job", "messages changed");
      assertThat(ada.counters(FolderRole.TRASH).total()).isEqualTo(MANY);
    }
  }
}
