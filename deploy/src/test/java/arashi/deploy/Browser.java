package arashi.deploy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A real browser without a screen, with cookies, storage, cache and windows of its own. It reaches
 * this machine only.
 */
public final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(100);

  private static final String QUERIES =
      """
      const all = css => [...document.querySelectorAll(css)];
      const isBoxSeen = box => box.getClientRects().length > 0
          && box.checkVisibility({opacityProperty: true, visibilityProperty: true});
      const isSeen = element => isBoxSeen(element.closest('select') || element); // of an option
      const seen = css => all(css).filter(isSeen);
      """;

  private final Chromium chromium;
  private final String context;
  private final Path downloads;

  private Browser(Chromium chromium, String context, Path downloads) {
    this.chromium = chromium;
    this.context = context;
    this.downloads = downloads;
  }

  /** Opens a window, or skips the test where no browser is installed. */
  public static Browser start(Path downloads, boolean scripts) {
    return start(downloads, scripts ? Chromium.Kind.SCRIPTS : Chromium.Kind.NO_SCRIPTS);
  }

  /** Opens a window in which a tab hides the others. */
  static Browser startWithTabs(Path downloads) {
    return start(downloads, Chromium.Kind.SCRIPTS_AND_TABS);
  }

  private static Browser start(Path downloads, Chromium.Kind kind) {
    Chromium chromium = Chromium.take(kind);
    return new Browser(chromium, chromium.open(downloads), downloads);
  }

  /** Returns the driver. */
  public ChromeDriver driver() {
    return chromium.driver();
  }

  /** Opens a tab in the same window, and drives that from now on. */
  public void newTab() {
    driver().switchTo().window(chromium.newWindow(context, false));
  }

  /** Opens another window, and drives that from now on. */
  void newWindow() {
    driver().switchTo().window(chromium.newWindow(context, true));
  }

  /** Number of its tabs, in all its windows. */
  long tabs() {
    return chromium.tabs(context);
  }

  /** Opens a page, and waits until it has loaded. */
  public void open(Object url) {
    driver().get(url.toString());
  }

  void signIn(TestService service, TestUser user) {
    open(service.url());
    find("#name").sendKeys(user.name());
    find("#password").sendKeys(TestUser.PASSWORD);
    find("form[action='/login'] button").click();
    find("#folders");
  }

  /** Waits for an element that can be seen. */
  public WebElement find(String css) {
    return await().until(d -> (WebElement) run("return seen(arguments[0])[0]", css));
  }

  /** Waits for a link in a list whose text has these words. */
  WebElement row(String words) {
    String row = "return seen('#list .rows a').find(row => row.innerText.includes(arguments[0]))";
    return await().until(d -> (WebElement) run(row, words));
  }

  /** The texts of elements; empty for those that cannot be seen. */
  List<String> texts(String css) {
    String texts = "return all(arguments[0]).map(e => isSeen(e) ? e.innerText.trim() : '')";
    return ((List<?>) run(texts, css)).stream().map(String::valueOf).toList();
  }

  /** Waits until an element says this. */
  public void awaitText(String css, String words) {
    await().until(d -> texts(css).stream().anyMatch(text -> text.contains(words)));
  }

  /** Waits until there are this many elements. */
  void awaitCount(String css, int count) {
    await().until(d -> (Long) run("return all(arguments[0]).length", css) == count);
  }

  /**
   * Runs a script in the page. WebDriver's own commands for visible elements and texts run a long
   * script for each element, at three times the CPU time.
   */
  private Object run(String script, String argument) {
    return driver().executeScript(QUERIES + script, argument);
  }

  private WebDriverWait await() {
    WebDriverWait wait = new WebDriverWait(driver(), PATIENCE, POLL);
    wait.ignoring(StaleElementReferenceException.class);
    return wait;
  }

  /** Waits for a download to be complete. */
  Path downloaded(String name) {
    Path file = downloads.resolve(name);
    await()
        .until(d -> Files.exists(file) && !Files.exists(downloads.resolve(name + ".crdownload")));
    return file;
  }

  /** Every address that was asked for over the network since the last call. */
  List<String> requests() {
    List<String> urls = new ArrayList<>();
    for (var entry : driver().manage().logs().get(LogType.PERFORMANCE)) {
      Map<?, ?> message =
          (Map<?, ?>) new Json().<Map<?, ?>>toType(entry.getMessage(), Map.class).get("message");
      if ("Network.requestWillBeSent".equals(message.get("method"))) {
        Map<?, ?> request = (Map<?, ?>) ((Map<?, ?>) message.get("params")).get("request");
        urls.add(String.valueOf(request.get("url")));
      }
    }
    return urls;
  }

  /** Returns the browser's console: refused content, failed requests, errors of scripts. */
  List<String> console() {
    return driver().manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  @Override
  public void close() {
    chromium.close(context);
  }
}
