package arashi.deploy.torture;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import org.flywaydb.core.Flyway;

/**
 * Makes of a database a database as the last release with schema version 5 left it. Mail is as it
 * was but for the index of searches, which gets the words of {@link Prose}.
 */
final class OldRelease {
  static final String VERSION = "5";

  /** Tables with rows that are copied; others stay as they are made. */
  private static final List<String> TABLES =
      List.of("account", "folder", "item", "message", "blob");

  private static final String NEW = "arashi";
  private static final String OLD = "arashi_old";

  private final Connection connection;

  private OldRelease(Connection connection) {
    this.connection = connection;
  }

  /** Does so; nobody else must use the database. */
  static void make(Node.Login login, String user) throws SQLException {
    try (Connection connection = login.connect()) {
      OldRelease old = new OldRelease(connection);
      old.execute("CREATE DATABASE " + OLD + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
      Flyway.configure()
          .loggers("slf4j")
          .locations("classpath:db/migration")
          .dataSource(login.url().replace("/" + NEW, "/" + OLD), login.user(), login.password())
          .target(VERSION)
          .load()
          .migrate();
      old.copy();
      old.index(user);
      old.replace();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> strings(String sql, Object... arguments) throws SQLException {
    List<String> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
    }
    return found;
  }

  private void copy() throws SQLException {
    for (String table : TABLES) {
      List<String> names =
          strings(
              "SELECT column_name FROM information_schema.columns WHERE table_schema = ? AND"
                  + " table_name = ?",
              OLD,
              table);
      String columns = "`" + String.join("`, `", names) + "`";
      execute(
          "INSERT INTO %s.`%s` (%s) SELECT %s FROM %s.`%s`"
              .formatted(OLD, table, columns, columns, NEW, table));
    }
    execute(
        "INSERT INTO %s.blob_chunk (sha256, n, data) SELECT b.sha256, d.n - b.first_chunk, d.data"
                .formatted(OLD)
            + " FROM %1$s.`blob` b JOIN %1$s.blob_data d ON d.seq = b.seq".formatted(NEW)
            + " AND d.n >= b.first_chunk"
            + " AND d.n < b.first_chunk + CEILING(b.compressed_size / 1048576)");
  }

  private void index(String user) throws SQLException {
    Auditor auditor = new Auditor(connection, user);
    String remembered =
        "UPDATE " + OLD + ".message SET terms = ? WHERE account = ? AND message = ?";
    String posting =
        "INSERT INTO " + OLD + ".search_term (account, term, message) VALUES (?, ?, ?)";
    connection.setAutoCommit(false);
    try (PreparedStatement terms = connection.prepareStatement(remembered);
        PreparedStatement postings = connection.prepareStatement(posting)) {
      auditor.eachMail(
          (message, path, raw) -> {
            Set<String> words = Prose.wordsOf(raw);
            terms.setBytes(1, packed(words));
            terms.setLong(2, auditor.account());
            terms.setLong(3, message);
            terms.executeUpdate();
            for (String word : words) {
              postings.setLong(1, auditor.account());
              postings.setBytes(2, word.getBytes(US_ASCII));
              postings.setLong(3, message);
              postings.addBatch();
            }
            postings.executeBatch();
          });
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static byte[] packed(Set<String> words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      for (String word : words) {
        out.write((word + "\n").getBytes(US_ASCII));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void replace() throws SQLException {
    execute("DROP DATABASE " + NEW);
    execute("CREATE DATABASE " + NEW + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    for (String table :
        strings("SELECT table_name FROM information_schema.tables WHERE table_schema = ?", OLD)) {
      execute("RENAME TABLE %1$s.`%3$s` TO %2$s.`%3$s`".formatted(OLD, NEW, table));
    }
    execute("DROP DATABASE " + OLD);
  }

  /** Where a full run finds a directory that an old release has really written; null: nowhere. */
  static Path directory() {
    String given = System.getProperty("arashi.torture.directory");
    return given == null ? null : Path.of(given);
  }
}
