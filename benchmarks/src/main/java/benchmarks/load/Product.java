package benchmarks.load;

import benchmarks.report.BenchmarkException;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import db.migrations.MySqlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The product as its users have it: {@code arashi run} and its other commands, each a process of
 * its own ({@link JavaCommand}), and its data in a new directory. What runs is stopped and the
 * directory removed by {@link #close}, and by a shutdown hook. Methods block.
 */
public final class Product implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Product.class);

  private static final String READY = "Arashi is at ";
  private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(1);
  private static final long STOP_SECONDS = 60;
  private static final long POLL_MILLIS = 100;
  private static final int CONNECTIONS = 3;

  /** All load comes from one address. */
  private static final String ONE_ADDRESS = "tcp.connections-per-address = 10000\n";

  private static final Duration LONGEST_COMMAND = Duration.ofHours(2);

  private final Path data;
  private static final String PASSWORD = "ARASHI_MYSQL_PASSWORD";

  private final String mysql;
  private final Path serviceLog;
  private final Queue<Process> commands = new ConcurrentLinkedQueue<>();
  private final Thread hook = new Thread(this::stop, "stop-product");
  private Process service;
  private URI address;

  /**
   * Starts the service.
   *
   * @param mysql JDBC URL of a server, or null for the embedded one
   */
  public Product(String mysql) throws IOException {
    this(mysql, "");
  }

  /**
   * Starts the service with settings of its own.
   *
   * @param mysql JDBC URL of a server, or null for the embedded one
   * @param settings in HOCON, as in a file for {@code --config}
   */
  public Product(String mysql, String settings) throws IOException {
    this.data = Files.createTempDirectory("arashi-bench-");
    this.mysql = mysql;
    this.serviceLog = data.resolve("service.log");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      Path config = Files.writeString(data.resolve("bench.conf"), ONE_ADDRESS + settings);
      service = start(List.of("run", "--port", "0", "--no-demo", "--config", config.toString()));
      address = awaitAddress();
      awaitReadiness();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Where it serves. */
  public URI address() {
    return address;
  }

  /** Its directory, in which a benchmark may keep files for a while. */
  public Path folder() {
    return data;
  }

  /** True if the data is in a server that was there before and stays. */
  public boolean usesOtherServer() {
    return mysql != null;
  }

  /** Its process. */
  public ProcessHandle process() {
    return service.toHandle();
  }

  private Process start(List<String> arguments) throws IOException {
    List<String> command = JavaCommand.of("arashi.deploy.Main");
    command.addAll(arguments);
    command.addAll(List.of("--data", data.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(serviceLog.toFile()));
    if (mysql != null) { // other users see the command line, but not the environment
      MySqlUrl url = new MySqlUrl(mysql);
      builder.command().addAll(List.of("--mysql", url.withoutPassword().text()));
      url.password().ifPresent(password -> builder.environment().put(PASSWORD, password));
    }
    return builder.start();
  }

  private URI awaitAddress() throws IOException {
    BufferedReader out = reader(service);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(READY)) {
        return URI.create(line.substring(READY.length()).strip());
      }
    }
    throw new BenchmarkException("the service did not start; it said: " + lastWords());
  }

  /** The service listens before it has warmed up; its warm-up must not be measured. */
  private void awaitReadiness() throws IOException {
    long deadline = System.nanoTime() + LONGEST_WARM_UP.toNanos();
    try (Browser browser = new Browser(address)) {
      Reply reply = browser.get("/readyz");
      while (reply.status() != 200) {
        if (System.nanoTime() > deadline) {
          throw new BenchmarkException("the service is not ready: " + reply.body().strip());
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
        reply = browser.get("/readyz");
      }
    }
  }

  private String lastWords() throws IOException {
    List<String> lines = Files.readAllLines(serviceLog);
    return lines.isEmpty() ? "(nothing)" : lines.get(lines.size() - 1);
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * A command that has run.
   *
   * @param lines that it printed
   * @param cpu its CPU time, but for its last moments
   */
  public record Done(List<String> lines, Duration cpu) {}

  /**
   * Runs a command of the product that prints little.
   *
   * @param input what it reads
   */
  public Done run(String input, List<String> arguments) throws IOException {
    Process command = start(arguments);
    commands.add(command);
    try (var in = command.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    try {
      Duration cpu = awaitEnd(command);
      if (command.exitValue() != 0) {
        throw new BenchmarkException("arashi " + arguments.get(0) + " failed: " + lastWords());
      }
      return new Done(reader(command).lines().toList(), cpu);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    } finally {
      command.destroy();
      commands.remove(command);
    }
  }

  private static Duration awaitEnd(Process command) throws InterruptedException {
    long start = System.nanoTime();
    Duration cpu = Duration.ZERO;
    while (!command.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      cpu = command.info().totalCpuDuration().orElse(cpu);
      if (System.nanoTime() - start > LONGEST_COMMAND.toNanos()) {
        throw new BenchmarkException("a command took longer than " + LONGEST_COMMAND);
      }
    }
    return cpu;
  }

  /** The database's process, if it runs on this machine and can be told. */
  public Optional<ProcessHandle> databaseProcess() throws IOException, SQLException {
    Path file =
        mysql == null
            ? data.resolve("database/server.pid")
            : Path.of(
                ask("SELECT CONCAT(IF(LEFT(@@pid_file, 1) = '/', '', @@datadir), @@pid_file)"));
    return Files.isReadable(file)
        ? ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
        : Optional.empty();
  }

  /** Name and version of the database. */
  public String databaseVersion() throws IOException, SQLException {
    String version = ask("SELECT VERSION()");
    return version.contains("MariaDB")
        ? "MariaDB " + version.replaceAll("-MariaDB.*", "") + (mysql == null ? " (embedded)" : "")
        : "MySQL " + version;
  }

  private String ask(String query) throws IOException, SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** How to connect to its database, with a few connections. */
  public Database database() throws IOException {
    return mysql != null
        ? new Database(mysql, "", "", CONNECTIONS)
        : EmbeddedServer.attach(data.resolve("database"), CONNECTIONS)
            .orElseThrow(() -> new BenchmarkException("the embedded database doesn't answer"));
  }

  private Connection connect() throws IOException, SQLException {
    if (mysql != null) {
      return DriverManager.getConnection(mysql);
    }
    Database database = database();
    return DriverManager.getConnection(database.url(), database.user(), database.password());
  }

  /** Lines of the service's log at WARN or above. */
  public List<String> complaints() throws IOException {
    try (Stream<String> lines = Files.lines(serviceLog)) {
      return lines.filter(line -> line.matches("\\S+ (WARN|ERROR) .*")).toList();
    }
  }

  /** Stops the service, which stops its database, and removes its data. */
  @Override
  public void close() {
    stop();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      log.debug("the hook is running already", e);
    }
  }

  private synchronized void stop() {
    commands.forEach(Process::destroy);
    try {
      if (service != null) {
        stopService();
        service = null;
      }
      delete(data);
    } catch (IOException | SQLException e) {
      throw new BenchmarkException("not everything could be stopped: " + e.getMessage(), e);
    }
  }

  private void stopService() throws IOException, SQLException {
    service.destroy();
    try {
      if (service.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    service.destroyForcibly();
    if (mysql == null) {
      databaseProcess().ifPresent(ProcessHandle::destroy);
    }
  }

  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> inside;
    try (Stream<Path> files = Files.walk(directory)) {
      inside = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : inside) {
      Files.deleteIfExists(file);
    }
  }
}
