package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.FolderRole;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What axe finds on each page, in both colour schemes and at both sizes: nothing, by WCAG 2 and
 * axe's own rules of good practice. A mail's own HTML is its sender's, and left out.
 */
class AxeTest {
  private static final String DOMAIN = "axe.example";
  private static final String AXE = source();

  private static final String RUN =
      "const done = arguments[arguments.length - 1];"
          + "axe.run(document, {iframes: false, resultTypes: ['violations']}).then("
          + "  found => done(found.violations.flatMap(each => each.nodes.map(node =>"
          + "    each.id + ' at ' + node.target.join(' ') + ': ' + node.failureSummary"
          + "      .replaceAll('\\n', ' ')))),"
          + "  problem => done(['axe failed: ' + problem]))";

  private final TestService service = TestService.shared();
  @TempDir private Path downloads;

  private static String source() {
    try (InputStream in = AxeTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void load(Browser browser) {
    browser.driver().executeScript(AXE);
  }

  @SuppressWarnings("unchecked")
  private static List<String> findings(Browser browser) {
    return (List<String>) browser.driver().executeAsyncScript(RUN);
  }

  private static void resize(Browser browser, int width, int height) {
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of(
                "width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 700));
  }

  private static void emulate(Browser browser, String scheme) {
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Pages of someone who has mail, by a name. */
  private Map<String, String> pages(TestUser user) throws AddressRefusedException {
    service.store().people().addressEdit().addDomain(DOMAIN);
    Address address = Address.parse(user.name() + "@" + DOMAIN);
    service.store().people().addressEdit().give(user.id(), address, Tombstone.IGNORE);
    long plain =
        user.receives(
            Mails.plain(
                1,
                "Grace <grace@far.example>",
                "Kettle",
                "> Does it boil?\r\nhttps://far.example"));
    long html = user.receives(Mails.html(2, "Boat", "<h1>Boat</h1><p>Nine o'clock?</p>"));
    long gone = user.receives(Mails.plain(4, "Eve <eve@far.example>", "Gone", "Gone"));
    long trash = user.folder(FolderRole.TRASH).id();
    var moved =
        service
            .store()
            .mail()
            .items()
            .refile(user.id(), user.folder(FolderRole.INBOX).id(), List.of(gone), trash);
    service.store().mail().items().delete(user.id(), trash, moved.uids().values());
    long file = user.receives(Mails.withFile(3, "Files", "", new byte[] {1, 2, 3}));
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("folders", "/mail");
    pages.put("list", user.path(FolderRole.INBOX));
    pages.put("empty list", user.path(FolderRole.JUNK));
    pages.put("trash", user.path(FolderRole.TRASH));
    pages.put("deleted for good", "/deleted");
    pages.put("plain mail", user.path(plain));
    pages.put("HTML mail", user.path(html));
    pages.put("mail with a file", user.path(file));
    pages.put("compose", "/compose");
    pages.put("reply", user.path(plain) + "/reply-all");
    pages.put("forward", user.path(file) + "/forward");
    pages.put("account", "/account");
    pages.put("security", "/account/security");
    pages.put("search", "/search?q=kettle");
    pages.put("search without hits", "/search?q=nowhere");
    pages.put("wrong search", "/search?q=before:never");
    pages.put("console", "/admin");
    pages.put("history", "/admin/history");
    pages.put("settings", "/admin/settings");
    pages.put("not found", "/mail/999999");
    pages.put("no page", "/nowhere");
    return pages;
  }

  @ParameterizedTest
  @CsvSource({"1280, 900", "360, 740"})
  void findsNothing(int width, int height) throws AddressRefusedException {
    TestUser user = TestUser.createAdmin(service.store());
    List<String> found = new ArrayList<>();
    try (Browser browser = Browser.start(downloads, true)) {
      resize(browser, width, height);
      browser.open(service.url() + "/login");
      note(found, "login", browser);
      browser.find("#name").sendKeys(user.name());
      browser.find("#password").sendKeys("wrong");
      browser.find("form[action='/login'] button").click();
      browser.awaitText("#login-state", "");
      note(found, "refused login", browser);
      browser.find("#name").clear();
      browser.find("#name").sendKeys(user.name());
      browser.find("#password").sendKeys(TestUser.PASSWORD);
      browser.find("form[action='/login'] button").click();
      browser.find("#list-title");
      for (Map.Entry<String, String> page : pages(user).entrySet()) {
        browser.open(service.url().resolve(page.getValue()));
        note(found, page.getKey(), browser);
      }
      browser.open(service.url() + "/compose");
      browser.find("#to").sendKeys("wrong@");
      browser.find("#send").click();
      browser.find("#to-wrong");
      note(found, "wrong recipient", browser);
      browser.find("#to").clear();
      browser.find("#to").sendKeys(user.name() + "@" + DOMAIN);
      browser.find("#text").sendKeys("Long. ".repeat(80));
      browser.driver().manage().deleteAllCookies();
      browser.find("#send").click();
      browser.awaitText("#login-state", "confirm");
      note(found, "login that keeps a form", browser);
      browser.find("#name").sendKeys(user.name());
      browser.find("#password").sendKeys(TestUser.PASSWORD);
      browser.find("form[action='/login'] button").click();
      browser.awaitText("main h1", "Did you do this?");
      note(found, "kept form", browser);
    }
    assertThat(found).isEmpty();
  }

  /** Changes the scheme of a loaded page: to load it, and axe, takes longer than to check it. */
  private static void note(List<String> found, String page, Browser browser) {
    load(browser);
    for (String scheme : List.of("light", "dark")) {
      emulate(browser, scheme);
      findings(browser).forEach(one -> found.add(page + ", " + scheme + ": " + one));
    }
  }

  /** The rules are in force: a page that breaks them is reported. */
  @Test
  void findsWhatIsWrong() {
    try (Browser browser = Browser.start(downloads, true)) {
      browser.open("data:text/html,<title>x</title><input><img src='data:,'>");
      load(browser);
      assertThat(findings(browser))
          .anyMatch(one -> one.startsWith("label at "))
          .anyMatch(one -> one.startsWith("image-alt at "))
          .anyMatch(one -> one.startsWith("html-has-lang at "));
    }
  }
}
