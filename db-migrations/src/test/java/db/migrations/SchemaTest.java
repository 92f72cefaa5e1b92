package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

class SchemaTest {

  @Test
  void makesEveryTableInAnEmptyDatabase() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      Schema.migrate(database.dataSource());

      assertThat(column(database, "SHOW TABLES"))
          .contains(
              "account",
              "session",
              "service_class",
              "response_target",
              "folder",
              "item",
              "message",
              "search_term",
              "search_fresh",
              "search_segment",
              "search_block",
              "search_dead",
              "search_conversion",
              "blob",
              "blob_chunk",
              "outbox",
              "job",
              "audit",
              "change_log",
              "blob_link",
              "blob_data",
              "thread_ref",
              "keyword",
              "item_keyword",
              "domain",
              "address",
              "alias_target",
              "delivered",
              "draft",
              "outbox_recipient",
              "identity",
              "correspondent",
              "correspondent_word",
              "image_sender",
              "secret",
              "login_failure",
              "search_stale",
              "node",
              "outbox_hold");
    }
  }

  @Test
  void changesNothingTheSecondTime() throws SQLException {
    try (TestDatabase database = TestDatabase.empty()) {
      String first = Schema.migrate(database.dataSource());
      String second = Schema.migrate(database.dataSource());

      assertThat(first).isEqualTo(Integer.toString(ReleasedVersions.latest()));
      assertThat(second).isEqualTo(first);
      assertThat(column(database, "SELECT name FROM service_class ORDER BY priority DESC"))
          .containsExactly("gold", "standard", "guest");
    }
  }

  @Test
  void namesWhoMadeTheChangesThatWereAuditedBefore() throws SQLException {
    try (TestDatabase database = TestDatabase.empty();
        Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      Flyway.configure(Schema.class.getClassLoader())
          .locations("classpath:db/migration")
          .dataSource(database.dataSource())
          .target("4")
          .load()
          .migrate();
      statement.execute(
          "INSERT INTO account (id, name, password_hash, service_class, admin, quota, next_folder,"
              + " created_at) VALUES (7, 'ada', '', 'gold', TRUE, 0, 1, 0)");
      statement.execute(
          "INSERT INTO audit (account, id, done_at, action, detail)"
              + " VALUES (7, 1, 1, 'target', '{}'), (8, 1, 2, 'target', '{}')");

      Schema.migrate(database.dataSource());

      assertThat(column(database, "SELECT name FROM audit ORDER BY done_at"))
          .containsExactly("ada", "");
    }
  }

  @Test
  void refusesTheTablesOfANewerBuild() throws SQLException {
    try (TestDatabase database = TestDatabase.migrated();
        Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
              + " checksum, installed_by, execution_time, success) VALUES (99, '99', 'newer',"
              + " 'SQL', 'V99__newer.sql', 1, 'test', 1, TRUE)");

      assertThatThrownBy(() -> Schema.migrate(database.dataSource()))
          .isInstanceOf(SchemaException.class);
    }
  }

  @Test
  void tellsNamesApartByTheirBytes() throws SQLException {
    try (TestDatabase database = TestDatabase.migrated();
        Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String name : List.of("Résumé", "Resume", "resume")) {
        statement.execute("INSERT INTO service_class (name, priority) VALUES ('" + name + "', 1)");
      }
      assertThat(column(database, "SELECT name FROM service_class WHERE name = 'Resume'"))
          .containsExactly("Resume");
    }
  }

  private static List<String> column(TestDatabase database, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }
}
