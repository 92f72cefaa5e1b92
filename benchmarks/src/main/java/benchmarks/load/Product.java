package benchmarks.load;

import benchmarks.report.BenchmarkException;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import db.migrations.MySqlUrl;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The real product: {@code arashi run} and its other commands, each in its own process, with data
 * in a new folder. Another {@link ServiceKind} may serve the same data in its place. Methods block;
 * for one thread, except for the getters.
 */
public final class Product implements AutoCloseable {
  private static final Duration LONGEST_COMMAND = Duration.ofHours(2);
  private static final long POLL_MILLIS = 100;
  private static final int CONNECTIONS = 3;

  /** The load has one address. */
  private static final String ONE_ADDRESS = "tcp.connections-per-address = 10000\n";

  private static final String PASSWORD = "ARASHI_MYSQL_PASSWORD";
  private final TemporaryFolder folder = new TemporaryFolder("arashi-bench-");
  private final Path data = folder.path();
  private final String mysql;
  private final int port = Processes.freePort();
  private final URI address = URI.create("http://127.0.0.1:" + port + "/");
  private ServerProcess service;

  /**
   * Starts the service and waits until it is ready.
   *
   * @param mysql JDBC URL of a server, or null for the embedded one
   * @param settings in HOCON, as in a file for {@code --config}
   */
  public Product(String mysql, String settings) throws IOException {
    this.mysql = mysql;
    service = start(ServiceKind.STAGES, settings);
  }

  /**
   * Stops the service and starts one of another kind or with other settings, at the same address
   * and on the same data; waits until it is ready. Sessions stay. The log begins anew. An embedded
   * database restarts too, which breaks connections to it, as those of {@link Accounts}; one of
   * {@link SlowDatabase} or another server keeps running.
   *
   * @param settings in HOCON, in place of the former ones
   */
  public void restart(ServiceKind kind, String settings) throws IOException {
    service.stop();
    service = start(kind, settings);
  }

  private ServerProcess start(ServiceKind kind, String settings) throws IOException {
    Path config = Files.writeString(data.resolve("bench.conf"), ONE_ADDRESS + settings);
    List<String> command = new ArrayList<>(kind.command());
    command.addAll(List.of("--port", "" + port, "--config", "" + config));
    ServerProcess started = new ServerProcess(onData(command), folder);
    try (Browser browser = new Browser(address)) {
      started.await("the service", () -> requireReady(browser.get("/readyz")));
    }
    return started;
  }

  /** The service may listen before it is ready; measurements must exclude the warm-up. */
  private static void requireReady(Reply reply) throws IOException {
    if (reply.status() != 200) {
      throw new IOException(reply.body().strip());
    }
  }

  /** Base URL of the service. */
  public URI address() {
    return address;
  }

  /** Folder of its data, also for a benchmark's temporary files. */
  public Path folder() {
    return data;
  }

  /** True if the data is in an external database server. */
  public boolean usesOtherServer() {
    return mysql != null;
  }

  /** A CPU meter of the service and its database. */
  public CpuMeter meter() throws IOException, SQLException {
    return new CpuMeter(process(), databaseProcess().orElse(null));
  }

  /** Process of the service. */
  public ProcessHandle process() {
    return service.handle();
  }

  private ProcessBuilder command(List<String> arguments) {
    List<String> command = new ArrayList<>(Processes.java("arashi.deploy.Main"));
    command.addAll(arguments);
    return onData(command);
  }

  /** Adds the options that name the data. */
  private ProcessBuilder onData(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
    builder.command().addAll(List.of("--data", data.toString()));
    if (mysql != null) { // other users see the command line, but not the environment
      MySqlUrl url = new MySqlUrl(mysql);
      builder.command().addAll(List.of("--mysql", url.withoutPassword().text()));
      url.password().ifPresent(password -> builder.environment().put(PASSWORD, password));
    }
    return builder;
  }

  /**
   * The result of a command.
   *
   * @param lines lines of its output
   * @param cpu CPU time until the last poll
   */
  public record Done(List<String> lines, Duration cpu) {}

  /** Adds an account and an address with the same name. */
  public void addUser(String name, String password) throws IOException {
    run(password + "\n", List.of("user", "add", name, "--password-stdin"));
  }

  /**
   * Runs a command of the product. Its output must fit a pipe's buffer.
   *
   * @param input standard input of the command
   */
  public Done run(String input, List<String> arguments) throws IOException {
    Path errors = data.resolve("command.log");
    Process command = command(arguments).redirectError(errors.toFile()).start();
    folder.atEnd(command::destroy);
    try {
      try (OutputStream in = command.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      Duration cpu = awaitEnd(command);
      if (command.exitValue() != 0) {
        String said = Files.readString(errors).strip();
        throw new BenchmarkException("arashi " + arguments.get(0) + " failed: " + said);
      }
      return new Done(command.inputReader(StandardCharsets.UTF_8).lines().toList(), cpu);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    } finally {
      command.destroy();
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

  /** Process of the database, if it runs on this machine. */
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
    try (HikariDataSource connections = database().open();
        Connection connection = connections.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** The database, with a small connection pool. */
  public Database database() throws IOException {
    return mysql != null
        ? new Database(mysql, "", "", CONNECTIONS)
        : EmbeddedServer.attach(data.resolve("database"), CONNECTIONS)
            .orElseThrow(() -> new BenchmarkException("the embedded database does not answer"));
  }

  /** Number of log lines at WARN or above, since the last start. */
  public long complaints() throws IOException {
    try (Stream<String> lines = Files.lines(service.log())) {
      return lines.filter(line -> line.matches("\\S+ (WARN|ERROR) .*")).count();
    }
  }

  /** Stops the service, which stops its database, and removes its data. */
  @Override
  public void close() {
    service.close();
  }
}
