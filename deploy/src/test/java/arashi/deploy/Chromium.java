package arashi.deploy;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.UnexpectedAlertBehaviour;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.devtools.CdpEndpointFinder;
import org.openqa.selenium.devtools.Command;
import org.openqa.selenium.devtools.Connection;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.http.ClientConfig;
import org.openqa.selenium.remote.http.HttpClient;

/**
 * A Chromium process and its driver. The headless shell is used where it is installed: the same
 * engine without the window around pages, at half the CPU time. A start takes seconds, so the tests
 * of a JVM take turns with one, each in a browser context of its own: windows, cookies, storage and
 * cache. The processes end with the JVM. Thread-safe up to {@link #driver}.
 */
final class Chromium {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int NO_SCRIPTS = 2;
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 900;
  private static final List<Chromium> ALL = new ArrayList<>();
  private static final Map<Kind, Deque<Chromium>> IDLE = new EnumMap<>(Kind.class);

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Chromium::quit));
  }

  /** Kinds of browsers. */
  enum Kind {
    SCRIPTS,
    NO_SCRIPTS,

    /** Hides a tab while another one is shown; the headless shell shows all of them. */
    SCRIPTS_AND_TABS
  }

  private final Kind kind;
  private final ChromeDriver driver;
  private final Connection devTools;

  private Chromium(Kind kind) {
    this.kind = kind;
    Path chromium =
        kind == Kind.SCRIPTS_AND_TABS
            ? program("chromium", "chromium-browser", "google-chrome")
            : program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(program("chromedriver").toFile())
            .usingAnyFreePort()
            .build();
    driver = new ChromeDriver(service, options(chromium, kind));
    Map<?, ?> reported = (Map<?, ?>) driver.getCapabilities().getCapability("goog:chromeOptions");
    URI driven = URI.create("http://" + reported.get("debuggerAddress"));
    URI whole = CdpEndpointFinder.getCdpEndPoint(client(driven)).orElseThrow();
    devTools = new Connection(client(whole), whole.toString(), ClientConfig.defaultConfig());
    ALL.add(this);
  }

  private static HttpClient client(URI server) {
    return CdpEndpointFinder.getHttpClient(
        HttpClient.Factory.createDefault(), server, ClientConfig.defaultConfig());
  }

  private static Path program(String... names) {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/bin";
    Optional<Path> program =
        Stream.of(names)
            .flatMap(
                name -> Stream.of(path.split(File.pathSeparator, -1)).map(d -> Path.of(d, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(
        program.isPresent(),
        "skipped: no chromium and chromedriver on the path; Debian has them in chromium-driver");
    return program.get();
  }

  private static ChromeOptions options(Path chromium, Kind kind) {
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
        "--window-size=" + WIDTH + "," + HEIGHT,
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE 127.0.0.2"); // two
    // sites
    if (kind == Kind.NO_SCRIPTS) {
      options.addArguments("--blink-settings=scriptEnabled=false"); // for the shell
      options.setExperimentalOption(
          "prefs", Map.of("profile.managed_default_content_settings.javascript", NO_SCRIPTS));
    }
    options.setCapability("goog:loggingPrefs", logs);
    options.setUnhandledPromptBehaviour(UnexpectedAlertBehaviour.IGNORE);
    return options;
  }

  /** Takes an idle one, or starts one; skips the test where none is installed. */
  static synchronized Chromium take(Kind kind) {
    Chromium idle = idle(kind).poll();
    return idle == null ? new Chromium(kind) : idle;
  }

  private static Deque<Chromium> idle(Kind kind) {
    return IDLE.computeIfAbsent(kind, k -> new ArrayDeque<>());
  }

  /** Opens a window in a new context, and returns the context's id. */
  String open(Path downloads) {
    String context = (String) send("Target.createBrowserContext", Map.of()).get("browserContextId");
    send(
        "Browser.setDownloadBehavior",
        Map.of(
            "behavior",
            "allow",
            "downloadPath",
            downloads.toAbsolutePath().toString(),
            "browserContextId",
            context));
    driver.switchTo().window(newWindow(context, true));
    driver.manage().logs().get(LogType.PERFORMANCE);
    driver.manage().logs().get(LogType.BROWSER);
    return context;
  }

  /** Opens a window, or a tab in the last window, of a context; returns its handle. */
  String newWindow(String context, boolean own) {
    Map<String, Object> window =
        new HashMap<>(Map.of("url", "about:blank", "newWindow", own, "browserContextId", context));
    if (own) {
      window.putAll(Map.of("width", WIDTH, "height", HEIGHT));
    }
    return (String) send("Target.createTarget", window).get("targetId");
  }

  /** Number of tabs of a context. */
  long tabs(String context) {
    List<?> targets = (List<?>) send("Target.getTargets", Map.of()).get("targetInfos");
    return targets.stream()
        .map(target -> (Map<?, ?>) target)
        .filter(target -> "page".equals(target.get("type")))
        .filter(target -> context.equals(target.get("browserContextId")))
        .count();
  }

  /** Ends a context with its windows, dialogs and data, and leaves the process to the next test. */
  void close(String context) {
    send("Target.disposeBrowserContext", Map.of("browserContextId", context));
    synchronized (Chromium.class) {
      idle(kind).push(this);
    }
  }

  private Map<String, Object> send(String method, Map<String, Object> parameters) {
    Command<Map<String, Object>> command = new Command<>(method, parameters, Json.MAP_TYPE);
    return devTools.sendAndWait(null, command, PATIENCE);
  }

  ChromeDriver driver() {
    return driver;
  }

  private static synchronized void quit() {
    List<ProcessHandle> browsers =
        ProcessHandle.current().descendants().filter(Chromium::isBrowser).toList();
    ALL.forEach(chromium -> chromium.driver.quit());
    // the driver only kills the script that starts the headless shell, and leaves the shell
    browsers.forEach(ProcessHandle::destroy);
  }

  private static boolean isBrowser(ProcessHandle process) {
    return process.info().command().filter(command -> command.contains("chrom")).isPresent();
  }
}
