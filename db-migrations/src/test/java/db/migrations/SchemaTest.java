package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
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
              "search_fresh",
              "search_segment",
              "search_block",
              "search_dead",
              "blob",
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
