package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One directory for all tests, for unpacking the server takes longer than all else. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class EmbeddedServerTest {

  private static final Path DIR = Path.of("target", "embedded-server");

  private static EmbeddedServer start() throws Exception {
    return EmbeddedServer.start(DIR, EmbeddedServer.Settings.DEFAULT);
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
      assertThat(query(database, "SELECT @@innodb_buffer_pool_size")).isEqualTo("268435456");
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
  void adoptsTheServerOfAKilledProcessAndStopsIt() throws Exception {
    try (EmbeddedServer server = start()) {
      execute(server.database(1), "CREATE OR REPLACE TABLE acknowledged (x INT)");
    }
    Process killed = ownerInAnotherProcess();
    long orphan = pid();
    killed.destroyForcibly().waitFor();
    assertThat(ProcessHandle.of(orphan))
        .hasValueSatisfying(it -> assertThat(it.isAlive()).isTrue());

    try (EmbeddedServer server = start()) {
      assertThat(pid()).isEqualTo(orphan);
      assertThat(query(server.database(1), "SELECT COUNT(*) FROM acknowledged")).isEqualTo("1");
    }
    assertThat(ProcessHandle.of(orphan)).isEmpty();
  }

  @Test
  void staysForWhoeverStillUsesItAndStopsAfterTheLast() throws Exception {
    EmbeddedServer first = start();
    try (HikariDataSource pool = EmbeddedServer.attach(DIR, 1).orElseThrow().open();
        Connection other = pool.getConnection()) {
      assertThat(adopt()).as("it has an owner").isEmpty();
      first.closeUnlessUsed();
      assertThat(other.isValid(5)).isTrue();
    }
    adopt().orElseThrow().closeUnlessUsed();

    assertThat(EmbeddedServer.attach(DIR, 1)).isEmpty();
    assertThat(adopt()).isEmpty();
  }

  private static Optional<EmbeddedServer> adopt() throws IOException {
    return EmbeddedServer.adopt(DIR, EmbeddedServer.Settings.DEFAULT);
  }

  @Test
  void replacesALeftServerThatDoesNotAnswer() throws Exception {
    Process killed = ownerInAnotherProcess();
    long orphan = pid();
    killed.destroyForcibly().waitFor();
    Files.writeString(DIR.resolve("server.port"), "1");

    try (EmbeddedServer server = start()) {
      assertThat(pid()).isNotEqualTo(orphan);
      assertThat(query(server.database(1), "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void leavesAProcessAloneThatHasTheOldPidByChance() throws Exception {
    try (EmbeddedServer server = start()) {
      assertThat(server.database(1).url()).contains("127.0.0.1");
    }
    long stranger = ProcessHandle.current().pid();
    Files.writeString(DIR.resolve("server.pid"), Long.toString(stranger));

    try (EmbeddedServer server = start()) {
      assertThat(pid()).isNotEqualTo(stranger);
      assertThat(query(server.database(1), "SELECT 1")).isEqualTo("1");
    }
  }

  /** A process that owns the server, with one row in {@code acknowledged}, until it is killed. */
  private static Process ownerInAnotherProcess() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    assertThat(output.readLine()).isEqualTo("ready");
    return process;
  }

  /** Runs in the process that is killed. */
  static final class Owner {
    public static void main(String[] arguments) throws Exception {
      EmbeddedServer server = start();
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
