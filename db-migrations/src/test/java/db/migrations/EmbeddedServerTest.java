package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import db.migrations.EmbeddedServer.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** All tests share one directory, because unpacking the server dominates their time. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class EmbeddedServerTest {

  private static final Path DIR = ScratchDirectory.of("embedded-server");

  @AfterAll
  static void delete() {
    ScratchDirectory.delete(DIR);
  }

  private static EmbeddedServer start() throws Exception {
    return EmbeddedServer.start(DIR, Settings.DEFAULT);
  }

  private static long pid() throws IOException {
    return Long.parseLong(Files.readString(DIR.resolve("server.pid")).strip());
  }

  @Test
  void keepsDataFromOneStartToTheNext() throws Exception {
    try (EmbeddedServer server = start()) {
      execute(server.database(1), "CREATE OR REPLACE TABLE kept (x INT)");
      execute(server.database(1), "INSERT INTO kept VALUES (42)");
    }
    assertThat(EmbeddedServer.attach(DIR, 1)).isEmpty();
    try (EmbeddedServer server = start()) {
      assertThat(query(server.database(1), "SELECT x FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void isDurableAndListensOnLoopbackOnly() throws Exception {
    try (EmbeddedServer server = start()) {
      Database database = server.database(1);
      assertThat(query(database, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
      assertThat(query(database, "SELECT @@bind_address")).isEqualTo("127.0.0.1");
      assertThat(query(database, "SELECT @@max_allowed_packet")).isEqualTo("67108864");
      assertThat(query(database, "SELECT @@innodb_doublewrite")).isEqualTo("ON");
      assertThat(query(database, "SELECT @@innodb_buffer_pool_size")).isEqualTo("67108864");
      assertThat(query(database, "SELECT @@innodb_log_file_size")).isEqualTo("33554432");
      assertThat(query(database, "SELECT @@innodb_flush_neighbors")).isEqualTo("0");
      assertThat(query(database, "SELECT @@collation_server")).isEqualTo("utf8mb4_bin");
    }
  }

  @Test
  void letsNobodyInWithoutThePassword() throws Exception {
    try (EmbeddedServer server = start()) {
      Database database = server.database(1);
      assertThat(Files.getPosixFilePermissions(DIR.resolve("password")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(Files.exists(DIR.resolve("init.sql"))).isFalse();
      assertThat(database.toString()).doesNotContain(database.password());
      for (String user : new String[] {"arashi", "root", "", "mariadb.sys"}) {
        assertThatThrownBy(() -> DriverManager.getConnection(database.url(), user, ""))
            .as(user)
            .isInstanceOf(SQLException.class)
            .hasMessageMatching("(?s).*(Access denied|account is locked|is not allowed).*");
      }
    }
  }

  @Test
  void tellsASecondOwnerThatTheDirectoryIsInUse() throws Exception {
    EmbeddedServer first = start();
    try (first) {
      assertThatThrownBy(EmbeddedServerTest::start)
          .isInstanceOf(DataInUseException.class)
          .hasMessageContaining("pid " + ProcessHandle.current().pid());
      assertThat(query(first.database(1), "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void letsAnotherProcessAttachWhileItRuns() throws Exception {
    try (EmbeddedServer server = start()) {
      Database attached = EmbeddedServer.attach(DIR, 3).orElseThrow();
      assertThat(attached.url()).isEqualTo(server.database(3).url());
      assertThat(query(attached, "SELECT 1")).isEqualTo("1");
    }
    assertThat(EmbeddedServer.attach(DIR, 3)).isEmpty();
    assertThat(EmbeddedServer.attach(Path.of("target", "absent"), 3)).isEmpty();
  }

  @Test
  void endsWithItsOwnerHoweverThatEnds() throws Exception {
    try (EmbeddedServer server = start()) {
      execute(server.database(1), "CREATE OR REPLACE TABLE acknowledged (x INT)");
    }
    Process owner = ownerInAnotherProcess();
    ProcessHandle database = ProcessHandle.of(pid()).orElseThrow();
    owner.destroyForcibly().waitFor();
    Eventually.holds(() -> Servers.in(DIR).isEmpty());
    assertThat(Servers.isGone(database)).isTrue();

    try (EmbeddedServer server = start()) {
      assertThat(query(server.database(1), "SELECT COUNT(*) FROM acknowledged")).isEqualTo("1");
    }
  }

  @Test
  void isStartedAgainRightAfterItsOwnerWasKilled() throws Exception {
    Process owner = ownerInAnotherProcess();
    long before = pid();
    owner.destroyForcibly().waitFor();

    try (EmbeddedServer server = start()) { // waits for the end of the old one
      assertThat(pid()).isNotEqualTo(before);
      assertThat(query(server.database(1), "SELECT 1")).isEqualTo("1");
      assertThat(Servers.in(DIR)).hasSize(1);
    }
  }

  @Test
  void isEndedByTheWatchdogEvenIfItIsFrozen() throws Exception {
    Settings hasty = settings(Duration.ofSeconds(1), RestartPolicy.DEFAULT);
    Process owner = ownerInAnotherProcess("stop-timeout-1");
    signal("STOP", pid());
    owner.destroyForcibly().waitFor();

    Eventually.holds(() -> Servers.in(DIR).isEmpty());
    EmbeddedServer.start(DIR, hasty).close();
  }

  @Test
  void isStartedAgainOnItsPortWhenItIsKilled() throws Exception {
    try (EmbeddedServer server = start();
        HikariDataSource pool = server.database(2).openForRequests()) {
      execute(server.database(1), "CREATE OR REPLACE TABLE acknowledged (x INT)");
      execute(server.database(1), "INSERT INTO acknowledged VALUES (7)");
      long killed = pid();
      long begin = System.nanoTime();
      signal("KILL", killed);
      Eventually.holds(() -> answers(pool));

      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
      assertThat(pid()).isNotEqualTo(killed);
      assertThat(query(server.database(1), "SELECT x FROM acknowledged")).isEqualTo("7");
      assertThat(server.trouble()).isEmpty();
    }
    assertThat(Servers.in(DIR)).isEmpty();
  }

  @Test
  void saysThatItDoesNotComeBackWhileItsPortIsTakenAndComesBackAfterwards() throws Exception {
    RestartPolicy soon =
        new RestartPolicy(Duration.ofMillis(1), Duration.ofMillis(200), 2, Duration.ofMinutes(5));
    try (EmbeddedServer server = EmbeddedServer.start(DIR, settings(ONE_MINUTE, soon));
        HikariDataSource pool = server.database(1).openForRequests()) {
      int port = Integer.parseInt(Files.readString(DIR.resolve("server.port")));
      signal("STOP", pid()); // holds the port until the thief is ready
      try (ServerSocket thief = new ServerSocket()) {
        thief.setReuseAddress(true);
        signal("KILL", pid());
        Eventually.holds(() -> bound(thief, port));
        Eventually.holds(() -> server.trouble().isPresent());
        assertThat(server.trouble().orElseThrow()).contains("2 times", "server.log");
      }
      Eventually.holds(() -> server.trouble().isEmpty());
      Eventually.holds(() -> answers(pool));
    }
    assertThat(Servers.in(DIR)).isEmpty();
  }

  private static boolean bound(ServerSocket socket, int port) {
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void killsAServerThatHasBeenSilentForLong() throws Exception {
    RestartPolicy impatient =
        new RestartPolicy(Duration.ofMillis(1), Duration.ofSeconds(1), 3, Duration.ofSeconds(1));
    try (EmbeddedServer server = EmbeddedServer.start(DIR, settings(ONE_MINUTE, impatient));
        HikariDataSource pool = server.database(1).openForRequests()) {
      long frozen = pid();
      signal("STOP", frozen);
      Eventually.holds(() -> !Servers.in(DIR).contains(frozen));
      Eventually.holds(() -> answers(pool));
    }
  }

  @Test
  void stopsWhileItIsBeingStartedAgain() throws Exception {
    EmbeddedServer server = start();
    signal("KILL", pid());
    server.close();
    assertThat(Servers.in(DIR)).isEmpty();
  }

  @Test
  void letsNoCommandJoinWhileItStops() throws Exception {
    EmbeddedServer server = start();
    long frozen = pid();
    signal("STOP", frozen); // so that the stop lasts
    CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> close(server));
    try {
      Eventually.holds(() -> !Files.exists(DIR.resolve("server.port")));
      assertThat(Servers.in(DIR)).contains(frozen);
      assertThat(closing).isNotDone();
    } finally {
      signal("CONT", frozen);
      closing.get(1, TimeUnit.MINUTES);
    }
  }

  private static void close(EmbeddedServer server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void endsAStartThatIsNotWantedAnyMore() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    StartObserver third =
        () -> {
          if (calls.incrementAndGet() == 3) {
            throw new IllegalStateException("not wanted");
          }
        };
    assertThatThrownBy(() -> EmbeddedServer.start(DIR, Settings.DEFAULT, third))
        .hasMessage("not wanted");
    assertThat(Servers.in(DIR)).isEmpty();
    start().close();
  }

  @Test
  void waitsForTheOthersThatUseItWhenACommandEnds() throws Exception {
    SharedServer first = share();
    SharedServer second = share();
    CountDownLatch asked = new CountDownLatch(3);
    CompletableFuture<Void> leaving =
        CompletableFuture.runAsync(
            () -> {
              try {
                first.close(
                    () -> {
                      asked.countDown();
                      return false;
                    });
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(query(second.database(), "SELECT 1")).isEqualTo("1");
    assertThat(leaving).isNotDone();

    second.close(() -> false);
    leaving.get(1, TimeUnit.MINUTES);
    assertThat(Servers.in(DIR)).isEmpty();
  }

  @Test
  void doesNotWaitForOthersWhenTheCommandIsToldToStop() throws Exception {
    SharedServer first = share();
    SharedServer second = share();
    first.close(() -> true);
    assertThat(Servers.in(DIR)).isEmpty();
    second.close(() -> true);
  }

  private static SharedServer share() throws Exception {
    return SharedServer.open(DIR, Settings.DEFAULT, 1, () -> {});
  }

  @Test
  void leavesAProcessAloneThatHasTheOldPidByChance() throws Exception {
    try (EmbeddedServer server = start()) {
      assertThat(server.database(1).url()).contains("127.0.0.1");
    }
    long stranger = ProcessHandle.current().pid();
    Files.writeString(DIR.resolve("server.pid"), Long.toString(stranger));
    Files.writeString(DIR.resolve("server.port"), "1");

    try (EmbeddedServer server = start()) {
      assertThat(pid()).isNotEqualTo(stranger);
      assertThat(query(server.database(1), "SELECT 1")).isEqualTo("1");
    }
  }

  private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

  private static Settings settings(Duration stopTimeout, RestartPolicy restarts) {
    return new Settings(
        ServerMemory.SMALL, ONE_MINUTE, stopTimeout, ONE_MINUTE, ONE_MINUTE, restarts);
  }

  private static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  private static boolean answers(HikariDataSource pool) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      return statement.execute("SELECT 1"); // a failure evicts it from the pool, as in the service
    } catch (SQLException e) {
      return false;
    }
  }

  /** Starts a process that owns the server, with one row in {@code acknowledged}. */
  private static Process ownerInAnotherProcess(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Owner.class.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    assertThat(output.readLine()).isEqualTo("ready");
    return process;
  }

  /** Main class of the process that is killed. */
  static final class Owner {
    public static void main(String[] arguments) throws Exception {
      Duration stop = arguments.length == 0 ? ONE_MINUTE : Duration.ofSeconds(1);
      EmbeddedServer server = EmbeddedServer.start(DIR, settings(stop, RestartPolicy.DEFAULT));
      execute(server.database(1), "CREATE TABLE IF NOT EXISTS acknowledged (x INT)");
      execute(server.database(1), "INSERT INTO acknowledged VALUES (1)");
      System.out.println("ready");
      System.in.read();
    }
  }

  private static void execute(Database database, String sql) throws SQLException {
    try (HikariDataSource pool = database.open();
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(Database database, String sql) throws SQLException {
    try (HikariDataSource pool = database.open();
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
