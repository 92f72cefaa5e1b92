package arashi.deploy.torture;

import arashi.deploy.Answer;
import arashi.deploy.Arashi;
import arashi.deploy.Client;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The product that a scenario damages: the service as a process with the embedded database, all in
 * one data directory. Scenarios use it from one thread; {@link #url} is safe from any.
 */
final class Victim implements AutoCloseable {
  static final String PASSWORD = "a long enough password";

  /** In which what a killed process leaves must have ended. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final String AT = "Arashi is at (http://\\S+)";

  /** Each test JVM has its own. */
  private static final Path HOME = Path.of("target", "torture", TestDatabase.FORK).toAbsolutePath();

  private static boolean sharedIsNew;

  private final Path data;
  private final Path config;
  private Arashi.Running service;
  private int port; // 0: any
  private volatile URI url;

  private Victim(Path data, List<String> settings) {
    this.data = data;
    this.config = data.resolveSibling(data.getFileName() + ".conf");
    List<String> lines = new ArrayList<>(List.of("embedded.buffer-pool = 64 MiB"));
    lines.addAll(settings);
    try {
      Files.createDirectories(data);
      Files.write(config, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * One on the data directory that most scenarios share, each with users of its own: making a
   * directory takes longer than some scenarios. Settings are lines of a configuration file.
   */
  static synchronized Victim shared(String... settings) {
    Path data = directory("shared");
    if (!sharedIsNew) {
      Processes.killAll(data);
      delete(HOME.resolve("shared"));
      sharedIsNew = true;
    }
    return new Victim(data, List.of(settings));
  }

  /** The data directory of the victim with this name. */
  static Path directory(String name) {
    return HOME.resolve(name).resolve("data");
  }

  /** One that has never run. */
  static Victim fresh(String name, String... settings) {
    emptyFolder(name);
    return new Victim(directory(name), List.of(settings));
  }

  /** A folder for what a scenario keeps; nothing of an earlier run is there, or runs in it. */
  static Path emptyFolder(String name) {
    Path folder = HOME.resolve(name);
    Processes.killAll(folder.resolve("data"));
    Processes.killAll(folder);
    delete(folder);
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One on a copy of a data directory of which nothing runs. */
  static Victim copyOf(Path original, String name, String... settings) {
    Victim victim = fresh(name, settings);
    String from = original.toAbsolutePath() + "/.";
    if (!Processes.run("cp", "-a", "--reflink=auto", from, victim.data.toString())) {
      throw new IllegalStateException(original + " can't be copied to " + victim.data);
    }
    return victim;
  }

  /** Deletes what all have stored. */
  static void deleteAll() {
    Processes.killAll(HOME);
    delete(HOME);
  }

  private static void delete(Path root) {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path data() {
    return data;
  }

  /** A directory for files that are imported. */
  Path folder() {
    return data.getParent();
  }

  /** Starts the service and waits until it says where it is. */
  Victim start() {
    begin();
    url = URI.create(service.await(AT));
    return this;
  }

  /** From the next start on, the service listens where it did last, as browsers expect it to. */
  void keepPort() {
    port = url.getPort();
  }

  /** Starts the service, which may be killed before it serves. */
  void begin() {
    service = command("run", "--port", Integer.toString(port));
  }

  /** True if the service was begun and has not ended. */
  boolean isRunning() {
    return service != null && service.handle().isAlive();
  }

  /** True if a service that was begun says where it is, and is ready; never waits for long. */
  boolean serves() {
    Optional<String> at = service.said(AT);
    at.ifPresent(said -> url = URI.create(said));
    return at.isPresent() && readiness().status() == 200;
  }

  /** Current or last address of the service. */
  URI url() {
    return url;
  }

  /** The service's process. */
  ProcessHandle process() {
    return service.handle();
  }

  /** The database's process. */
  ProcessHandle database() {
    return Processes.database(data)
        .orElseThrow(() -> new IllegalStateException("no database runs in " + data));
  }

  /** Starts a command on the data directory. */
  Arashi.Running command(String... arguments) {
    return Arashi.startForLoad(onData(arguments));
  }

  private List<String> onData(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data", data.toString(), "--config", config.toString()));
    return all;
  }

  /** Adds a user whose password is {@link #PASSWORD}. */
  void addUser(String name) {
    succeed(Arashi.run(PASSWORD + "\n", onData("user", "add", name, "--password-stdin")));
  }

  static void succeed(Arashi.Outcome outcome) {
    if (outcome.exit() != 0) {
      throw new IllegalStateException(outcome.toString());
    }
  }

  /** Imports a file or folder, which must succeed. */
  void load(String user, Path mails) {
    succeed(Arashi.run("", onData("import", "--user", user, mails.toString())));
  }

  /** Returns the answer of {@code /readyz}; status 0 if there is none. */
  Readiness readiness() {
    try {
      Answer answer = new Client(url, Duration.ofSeconds(5)).get("/readyz");
      return new Readiness(answer.status(), answer.text().strip());
    } catch (UncheckedIOException e) {
      return new Readiness(0, String.valueOf(e.getCause().getMessage()));
    }
  }

  record Readiness(int status, String text) {}

  /** A connection to the database by its own login; the database must run. */
  Connection connect() throws SQLException {
    return login().connect();
  }

  /** The database's own login; the database must run. */
  Node.Login login() {
    try {
      Path files = data.resolve("database");
      String port = Files.readString(files.resolve("server.port")).strip();
      String password = Files.readString(files.resolve("password")).strip();
      String url = "jdbc:mysql://127.0.0.1:" + port + "/arashi?sslMode=DISABLED";
      return new Node.Login(url, "arashi", password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the service as {@code kill -9} does. */
  void kill() {
    service.handle().destroyForcibly();
    service.end();
  }

  /** Kills the service and the database. */
  void killAll() {
    Processes.killAll(data);
  }

  /** Asks the service to stop, and waits until it has. */
  Arashi.Outcome stop() {
    service.handle().destroy();
    return service.end();
  }

  /** Starts it anew, for the next round, where it did not recover by itself. */
  void restart() {
    close();
    start();
  }

  /** Counts the processes that are left although no command runs any more, and ends them. */
  void countOrphans(Tally tally, String after) {
    Processes.leftAfter(data, GRACE)
        .forEach(left -> tally.fault(Fault.ORPHAN, "after " + after + ": " + cut(left)));
  }

  private static String cut(String text) {
    return text.length() <= 160 ? text : text.substring(0, 160) + " …";
  }

  /** Ends everything; for scenarios that don't reach their own end, too. */
  @Override
  public void close() {
    killAll();
  }
}
