package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.Select;

/** Use of the pages in a real browser, with scripts and without. */
class BrowserTest {
  private static final String HTML =
      "<h1 id=big>Storm warning</h1><p style='color:red'>Take <b>shelter</b>.</p>"
          + "<script>top.document.title='owned'; window.canary = 1; alert(1)</script>"
          + "<img src='http://tracker.example/pixel.gif' onerror='alert(2)'>"
          + "<svg onload='alert(3)'></svg><a href='javascript:alert(4)'>click</a>"
          + "<iframe src='http://tracker.example/frame'></iframe>"
          + "<style>body{background:url(http://tracker.example/css)}</style>"
          + "<form action='http://tracker.example/'><input name=q></form>"
          + "<meta http-equiv=refresh content='0;url=http://tracker.example/refresh'>";

  private final TestService service = TestService.shared();
  private final byte[] file = new byte[100_000];
  @TempDir private Path downloads;

  private TestUser userWithMail() {
    new Random(7).nextBytes(file);
    TestUser user = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      mails.add(Mails.plain(i, "Ben <ben@example.net>", "Report " + i, "Nothing new, " + i + "."));
    }
    mails.add(Mails.plain(100, "Ada <ada@example.org>", "Kettle", "It boils.\r\n> quoted\r\n"));
    mails.add(Mails.html(101, "Weather", HTML));
    mails.add(
        Mails.plain(
            102,
            "\u5d50 <arashi@example.com>",
            "\u5929\u6c17\u4e88\u5831",
            "\u660e\u65e5\u306f\u5d50\u304c\u6765\u307e\u3059\u3002"));
    mails.add(
        Mails.withFile(
            103,
            "The plan",
            "Content-Type: application/zip\r\nContent-Disposition: attachment; filename=plan.zip",
            file));
    user.receives(mails);
    return user;
  }

  private void assertNothingLeftThisMachine(Browser browser) {
    assertThat(browser.requests())
        .isNotEmpty()
        .allMatch(url -> url.startsWith(service.url().toString()) || url.startsWith("data:"));
  }

  @ParameterizedTest(name = "scripts: {0}")
  @ValueSource(booleans = {true, false})
  void carriesAPersonThroughTheDay(boolean scripts) throws IOException {
    TestUser user = userWithMail();
    try (Browser browser = Browser.start(downloads, scripts)) {
      browser.signIn(service, user);
      assertThat(browser.find("#list-title").getText()).isEqualTo("Inbox");
      assertThat(browser.texts("#folders .name")).startsWith("Inbox").contains("Trash");

      listAndPage(browser);
      read(browser);
      download(browser);
      search(browser);
      refileAndBack(browser, user);
      deleteAndUndo(browser, user);
      archiveAndUndo(browser, user, scripts);

      browser.find("form[action='/logout'] button").click();
      browser.awaitText("#login-state", "You are signed out");
      browser.open(service.url().resolve(user.path(FolderRole.INBOX)));
      browser.find("#password");

      assertNothingLeftThisMachine(browser);
      assertThat(browser.console()).noneMatch(line -> line.startsWith("SEVERE"));
    }
  }

  private static void listAndPage(Browser browser) {
    browser.row("The plan");
    assertThat(browser.driver().findElements(By.cssSelector("#list .rows li"))).hasSize(50);
    browser.find(".pages a[rel=next]").click();
    browser.row("Report 0");
    assertThat(browser.driver().findElements(By.cssSelector("#list .rows li"))).hasSize(24);
    browser.find(".pages a[rel=prev]").click();
    browser.row("The plan");
  }

  private static void read(Browser browser) {
    browser.row("Kettle").click();
    browser.awaitText("#subject", "Kettle");
    assertThat(browser.find("#message .text").getText()).contains("It boils.");

    browser.row("天気予報").click();
    browser.awaitText("#subject", "天気予報");
    assertThat(browser.find("#message .text").getText()).contains("明日は嵐が来ます。");
    assertThat(browser.find("#message .from").getText()).contains("嵐");

    browser.row("Weather").click();
    browser.awaitText("#subject", "Weather");
    var frame = browser.find("iframe.html");
    assertThat(browser.find("#message").getText()).contains("remote image");
    browser.driver().switchTo().frame(frame);
    browser.awaitText("h1", "Storm warning");
    assertThat(
            browser
                .driver()
                .findElements(
                    By.cssSelector(
                        "script, iframe, form, svg, body style, head style + style + style")))
        .isEmpty();
    browser.driver().switchTo().defaultContent();
    assertThat(browser.driver().getTitle()).contains("Weather");
  }

  private void download(Browser browser) throws IOException {
    browser.row("The plan").click();
    browser.awaitText("#subject", "The plan");
    browser.find(".attachments a").click();
    assertThat(Files.readAllBytes(browser.downloaded("plan.zip"))).isEqualTo(file);
  }

  private static void search(Browser browser) {
    browser.find("#q").sendKeys("from:ada boils\n");
    browser.awaitText("#list-title", "from:ada boils");
    assertThat(browser.texts("#list .rows .subject")).containsExactly("Kettle");
    browser.row("Kettle").click();
    browser.awaitText("#subject", "Kettle");
  }

  private static void refileAndBack(Browser browser, TestUser user) {
    move(browser, "Archive");
    browser.awaitText(".notice", "Moved.");
    assertThat(user.counters(FolderRole.ARCHIVE).total()).isEqualTo(1);

    browser.find("#folders a[href='" + user.path(FolderRole.ARCHIVE) + "']").click();
    browser.row("Kettle").click();
    browser.awaitText("#subject", "Kettle");
    move(browser, "Inbox");
    browser.awaitText(".notice", "Moved.");
    assertThat(user.counters(FolderRole.ARCHIVE).total()).isZero();
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(74);
  }

  private static void move(Browser browser, String folder) {
    new Select(browser.find("#move-to")).selectByVisibleText(folder);
    browser.find(".tools .move button").click();
  }

  private static void deleteAndUndo(Browser browser, TestUser user) {
    browser.find("#folders a[href='" + user.path(FolderRole.INBOX) + "']").click();
    browser.row("The plan");
    var row = browser.driver().findElements(By.cssSelector("#list .rows li")).get(0);
    row.findElement(By.cssSelector("input[name=uid]")).click();
    browser.find(".bulk button[formaction$='/delete']").click();
    browser.awaitText(".notice", "Moved to Trash.");
    assertThat(user.counters(FolderRole.TRASH).total()).isEqualTo(1);

    browser.find("#undo").click();
    browser.awaitText(".notice", "Restored.");
    assertThat(user.counters(FolderRole.TRASH).total()).isZero();
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(74);
  }

  private static void archiveAndUndo(Browser browser, TestUser user, boolean byKey) {
    browser.row("The plan").click();
    browser.awaitText("#subject", "The plan");
    if (byKey) {
      browser.find("#message").sendKeys("e");
    } else {
      browser.find(".tools button[formaction$='/archive']").click();
    }
    browser.awaitText(".notice", "Archived.");
    assertThat(user.counters(FolderRole.ARCHIVE).total()).isEqualTo(1);

    browser.find("#undo").click();
    browser.awaitText(".notice", "Restored.");
    assertThat(user.counters(FolderRole.ARCHIVE).total()).isZero();
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(74);
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void fitsAPhoneInAnyColours(String scheme) {
    TestUser user = userWithMail();
    try (Browser browser = Browser.start(downloads, true)) {
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", 360, "height", 740, "deviceScaleFactor", 2, "mobile", true));
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setEmulatedMedia",
              Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
      browser.open(service.url());
      assertFits(browser, scheme);
      browser.find("#name").sendKeys(user.name());
      browser.find("#password").sendKeys(TestUser.PASSWORD);
      browser.find("form[action='/login'] button").click();
      browser.find("#list-title");
      assertFits(browser, scheme);
      for (String path : List.of(user.path(FolderRole.INBOX), "/search?q=kettle")) {
        browser.open(service.url().resolve(path));
        browser.row("Kettle");
        assertFits(browser, scheme);
      }
      browser.row("Kettle").click();
      browser.find("#subject");
      assertFits(browser, scheme);
      assertThat(browser.find("#subject").getLocation().getY())
          .as("room above the mail")
          .isLessThan(740 / 5);
      browser.find(".show-rest").click();
      browser.find("#rest [form=star]").click();
      browser.awaitCount("#rest .i-starred", 1);
      browser.find(".show-rest").click();
      browser.find("#rest .i-starred");
    }
  }

  /** A screen of 1280 by 1024 pixels at 400 %. */
  @Test
  void aMailCanBeReadMuchEnlarged() {
    TestUser user = userWithMail();
    try (Browser browser = Browser.start(downloads, true)) {
      browser.signIn(service, user);
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", 320, "height", 256, "deviceScaleFactor", 4, "mobile", false));
      browser.open(service.url() + user.path(FolderRole.INBOX));
      browser.row("Kettle").click();
      browser.find("#subject");
      String overflow = "return document.documentElement.scrollWidth > innerWidth";
      assertThat(browser.driver().executeScript(overflow)).isEqualTo(false);
      String covered =
          "scrollTo(0, 200); const at = document.elementFromPoint(160, 5);"
              + "return at.closest('.top, .tools') != null";
      assertThat(browser.driver().executeScript(covered)).isEqualTo(false);
    }
  }

  private static void assertFits(Browser browser, String scheme) {
    assertThat(browser.driver().executeScript("return document.documentElement.scrollWidth"))
        .as(browser.driver().getCurrentUrl())
        .isEqualTo(360L);
    String background =
        (String)
            browser
                .driver()
                .executeScript("return getComputedStyle(document.body).backgroundColor");
    int red = Integer.parseInt(background.replaceAll("\\D*(\\d+).*", "$1"));
    assertThat(red < 128 ? "dark" : "light").as(background).isEqualTo(scheme);
  }

  @Test
  void showsTheImagesOfAMailWithinItsText() throws IOException {
    ByteArrayOutputStream image = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB), "png", image);
    String html = "<p>As I saw it:</p><img src='cid:its@own' alt='a lighthouse'>";
    TestUser user = service.user();
    user.receives(
        List.of(
            Mails.withImage(1, "Postcard", html, "image/png", image.toByteArray()),
            Mails.withImage(2, "Painting", html, "image/tiff", image.toByteArray())));
    try (Browser browser = Browser.start(downloads, true)) {
      browser.signIn(service, user);
      browser.row("Postcard").click();
      browser.awaitText("#subject", "Postcard");
      assertThat(browser.texts(".attachments")).isEmpty();
      browser.driver().switchTo().frame(browser.find("iframe.html"));
      assertThat(browser.find("img").getDomProperty("naturalWidth")).isEqualTo("3");
      browser.driver().switchTo().defaultContent();

      browser.find("#message a[href*='view=plain']").click();
      browser.awaitText(".attachments", "drawing");

      browser.driver().navigate().to(service.url() + "/mail/1");
      browser.row("Painting").click(); // of a type that browsers don't know
      browser.awaitText(".attachments", "drawing");
    }
  }

  @Test
  void goesOnWithWhatWasPostedWhenTheSessionHasEnded() {
    TestUser user = userWithMail();
    try (TestService forgetful = TestService.with(Map.of("mail.session.cache-time", "0 s"));
        Browser browser = Browser.start(downloads, true)) {
      browser.signIn(forgetful, user);
      browser.row("The plan").click();
      browser.awaitText("#subject", "The plan");
      user.store()
          .people()
          .sessions()
          .list(user.id())
          .forEach(session -> user.store().people().sessions().delete(session.tokenHash()));

      browser.find(".tools button[formaction$='/delete']").click();
      browser.awaitText("#login-state", "nothing is lost");
      browser.find("#name").sendKeys(user.name());
      browser.find("#password").sendKeys(TestUser.PASSWORD);
      browser.find("form[action='/login'] button").click();

      browser.awaitText(".notice", "Moved to Trash.");
      assertThat(user.counters(FolderRole.TRASH).total()).isEqualTo(1);
    }
  }
}
