package db.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;

/** Contents that a database must have regardless of the way to its schema, line by line. */
final class Contents {
  private static final List<String> STRUCTURE =
      List.of(
          "SELECT table_name, engine, row_format, table_collation, table_comment"
              + " FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
          "SELECT table_name, ordinal_position, column_name, column_type, is_nullable,"
              + " column_default, extra, collation_name, column_comment"
              + " FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY 1, 2",
          "SELECT table_name, index_name, seq_in_index, column_name, non_unique, collation"
              + " FROM information_schema.statistics WHERE table_schema = DATABASE()"
              + " ORDER BY 1, 2, 3",
          "SELECT table_name, constraint_name, constraint_type"
              + " FROM information_schema.table_constraints WHERE table_schema = DATABASE()"
              + " ORDER BY 1, 2");

  private Contents() {}

  /** Reads everything except times, durations and numbers of attempts. */
  static List<String> of(DataSource database) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : STRUCTURE) {
        lines.addAll(rows(statement, sql, ""));
        lines.removeIf(line -> line.startsWith(MigrationJournal.TABLE_NAME + " "));
      }
      for (String table : rows(statement, "SHOW TABLES", "")) {
        lines.addAll(
            switch (table) {
              case MigrationJournal.TABLE_NAME -> List.of();
              case "flyway_schema_history" ->
                  rows(
                      statement,
                      "SELECT installed_rank, version, description, type, script, checksum, success"
                          + " FROM flyway_schema_history ORDER BY 1",
                      "history: ");
              case "secret" -> // random bytes
                  rows(statement, "SELECT purpose, LENGTH(bytes) FROM secret ORDER BY 1", "keys: ");
              default -> rows(statement, "SELECT * FROM `" + table + "` ORDER BY 1", table + ": ");
            });
      }
    }
    return lines;
  }

  private static List<String> rows(Statement statement, String sql, String prefix)
      throws SQLException {
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      ResultSetMetaData columns = rows.getMetaData();
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          values.add(String.valueOf(rows.getString(i)));
        }
        lines.add(prefix + String.join(" | ", values).toLowerCase(Locale.ROOT));
      }
    }
    return lines;
  }
}
