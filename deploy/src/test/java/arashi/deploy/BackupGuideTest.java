package arashi.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.store.Store;
import db.migrations.Database;
import db.migrations.MariaDbClients;
import db.migrations.Schema;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;

/**
 * The guide's backup and restore, with no more than the guide's grants: on a MySQL of {@code
 * arashi.test.mysql} by its clients, else on MariaDB by those of the embedded server, whose login
 * has the same grants.
 */
@Tag("database")
class BackupGuideTest {
  /** Directory with {@code mysql} and {@code mysqldump}. */
  private static final String CLIENTS = System.getProperty("arashi.test.mysql-clients", "");

  @TempDir private Path directory;

  private static void execute(Database on, String script) throws SQLException {
    try (Connection c = on.connect(Duration.ofMinutes(1));
        Statement statement = c.createStatement()) {
      for (String each : script.split(";\\s*", -1)) {
        if (!each.isBlank()) {
          statement.execute(each);
        }
      }
    }
  }

  private static Database at(Database server, String database, String user, String password) {
    String url = server.url().replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1" + database);
    String own = url.replaceFirst("user=[^&]*", "user=" + user);
    return new Database(
        own.replaceFirst("password=[^&]*", "password=" + password), user, password, 2);
  }

  private static boolean isMariaDb(Database on) throws SQLException {
    try (Connection c = on.connect(Duration.ofMinutes(1))) {
      return c.getMetaData().getDatabaseProductVersion().contains("MariaDB");
    }
  }

  /** Number of rows and sum of the content, by table. */
  private static Map<String, String> content(Database on) throws SQLException {
    Map<String, String> sums = new TreeMap<>();
    try (Connection c = on.connect(Duration.ofMinutes(1));
        Statement statement = c.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("SHOW TABLES")) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      for (String table : tables) {
        try (ResultSet sum = statement.executeQuery("CHECKSUM TABLE `" + table + "`")) {
          sum.next();
          sums.put(table, sum.getString(2));
        }
      }
    }
    return sums;
  }

  private static void fill(Database database) {
    try (var pool = database.open()) {
      Schema.migrate(pool);
      Store store = Store.over(pool, Clock.system()::instant);
      TestUser user = TestUser.create(store);
      byte[] binary = new byte[100_000];
      new java.util.Random(1).nextBytes(binary);
      user.receives(Mails.plain(1, "eve@example.net", "Ünïcödé 🫖", "It boils.\r\n"));
      user.receives(binary);
      store.service().availability().close();
    }
  }

  /** The guide's command of a program, with this server, database and password. */
  private static ProcessBuilder command(String program, Path file, Database on) {
    String line =
        new Guide().block("# " + Path.of(program).getFileName()).lines().skip(1).findFirst().get();
    URI server = URI.create(on.url().substring("jdbc:".length()));
    List<String> words = new ArrayList<>(List.of(line.split(" +", -1)));
    words.removeIf(word -> word.matches("[<>].*|-p"));
    words.set(0, program);
    words.set(words.indexOf("-u") + 1, on.user());
    words.set(words.size() - 1, server.getPath().substring(1));
    words.addAll(1, List.of("-P", Integer.toString(server.getPort())));
    ProcessBuilder process = new ProcessBuilder(words);
    process.environment().put("MYSQL_PWD", on.password());
    if (line.contains(" >")) {
      process.redirectOutput(file.toFile());
    } else {
      process.redirectInput(file.toFile());
    }
    return process;
  }

  private static void run(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = command.start();
    String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command.command(), errors).isZero();
  }

  private void backUpAndRestore(Path clients, boolean isMariaDb, Database from, Database to)
      throws Exception {
    fill(from);
    Path dump = directory.resolve("arashi.sql");

    run(command(clients.resolve(isMariaDb ? "mariadb-dump" : "mysqldump").toString(), dump, from));
    run(command(clients.resolve(isMariaDb ? "mariadb" : "mysql").toString(), dump, to));

    assertThat(Files.size(dump)).isPositive();
    assertThat(content(to)).isEqualTo(content(from)).containsKeys("item", "outbox", "blob_data");
  }

  @Test
  void whatTheGuideGrantsIsEnoughToBackUpAndRestore() throws Exception {
    try (TestDatabase one = TestDatabase.empty();
        TestDatabase other = TestDatabase.empty()) {
      if (isMariaDb(one.connection())) {
        backUpAndRestore(
            MariaDbClients.unpack(directory), true, one.connection(), other.connection());
        return;
      }
      assumeTrue(!CLIENTS.isEmpty(), "arashi.test.mysql-clients names no clients of MySQL");
      List<Database> databases = new ArrayList<>();
      for (String name : List.of("arashi_backup", "arashi_restored")) {
        String grants =
            new Guide().with("arashi", name).block("CREATE DATABASE arashi CHARACTER SET utf8mb4;");
        execute(
            one.connection(),
            "DROP DATABASE IF EXISTS %1$s; DROP USER IF EXISTS '%1$s'@'127.0.0.1'".formatted(name));
        execute(one.connection(), grants.replace("…", "secret"));
        databases.add(at(one.connection(), name, name, "secret"));
      }
      backUpAndRestore(Path.of(CLIENTS), false, databases.get(0), databases.get(1));
      execute(one.connection(), "DROP DATABASE arashi_backup; DROP DATABASE arashi_restored");
      execute(
          one.connection(),
          "DROP USER 'arashi_backup'@'127.0.0.1'; DROP USER 'arashi_restored'@'127.0.0.1'");
    }
  }
}
