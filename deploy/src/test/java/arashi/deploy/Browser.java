package arashi.deploy;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.UnexpectedAlertBehaviour;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A real Chromium without a window, which reaches this machine only. */
public final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int NO_SCRIPTS = 2;

  private final ChromeDriver driver;
  private final Path downloads;

  private Browser(ChromeDriver driver, Path downloads) {
    this.driver = driver;
    this.downloads = downloads;
  }

  /** Starts one, or skips the test where none is installed. */
  public static Browser start(Path downloads, boolean scripts) {
    Optional<Path> chromium = program("chromium", "chromium-browser", "google-chrome");
    Optional<Path> chromedriver = program("chromedriver");
    assumeTrue(
        chromium.isPresent() && chromedriver.isPresent(),
        "skipped: no chromium and chromedriver on the path; Debian has them in chromium-driver");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.get().toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(
        new ChromeDriver(service, options(chromium.get(), downloads, scripts)), downloads);
  }

  private static Optional<Path> program(String... names) {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/bin";
    return Stream.of(names)
        .flatMap(name -> Stream.of(path.split(File.pathSeparator, -1)).map(d -> Path.of(d, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static ChromeOptions options(Path chromium, Path downloads, boolean scripts) {
    Map<String, Object> preferences = new HashMap<>();
    preferences.put("download.default_directory", downloads.toAbsolutePath().toString());
    preferences.put("download.prompt_for_download", false);
    if (!scripts) {
      preferences.put("profile.managed_default_content_settings.javascript", NO_SCRIPTS);
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--force-prefers-reduced-motion", // else a test may see a colour in between
        "--lang=en-GB",
        "--window-size=1280,900",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1");
    options.setExperimentalOption("prefs", preferences);
    options.setCapability("goog:loggingPrefs", logs);
    options.setUnhandledPromptBehaviour(UnexpectedAlertBehaviour.IGNORE);
    return options;
  }

  /** What drives it. */
  public ChromeDriver driver() {
    return driver;
  }

  /** Opens a page, and waits until it has loaded. */
  public void open(Object url) {
    driver.get(url.toString());
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
    return await()
        .until(
            d ->
                d.findElements(By.cssSelector(css)).stream()
                    .filter(WebElement::isDisplayed)
                    .findFirst()
                    .orElse(null));
  }

  /** Waits for a link in a list whose text has these words. */
  WebElement row(String words) {
    return await()
        .until(
            d ->
                d.findElements(By.cssSelector("#list .rows a")).stream()
                    .filter(row -> row.getText().contains(words))
                    .findFirst()
                    .orElse(null));
  }

  /** What elements say, as they are now; looks again if the page replaces one meanwhile. */
  List<String> texts(String css) {
    return await()
        .until(d -> d.findElements(By.cssSelector(css)).stream().map(WebElement::getText).toList());
  }

  /** Waits until an element says this. */
  public void awaitText(String css, String words) {
    await().until(d -> texts(css).stream().anyMatch(text -> text.contains(words)));
  }

  /** Waits until there are this many elements. */
  void awaitCount(String css, int count) {
    await().until(d -> d.findElements(By.cssSelector(css)).size() == count);
  }

  private WebDriverWait await() {
    WebDriverWait wait = new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50));
    wait.ignoring(org.openqa.selenium.StaleElementReferenceException.class);
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
    for (var entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      Map<?, ?> message =
          (Map<?, ?>) new Json().<Map<?, ?>>toType(entry.getMessage(), Map.class).get("message");
      if ("Network.requestWillBeSent".equals(message.get("method"))) {
        Map<?, ?> request = (Map<?, ?>) ((Map<?, ?>) message.get("params")).get("request");
        urls.add(String.valueOf(request.get("url")));
      }
    }
    return urls;
  }

  /** What the browser's console says: refused content, failed requests, errors of scripts. */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
