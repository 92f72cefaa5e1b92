package db.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Progress of one version's migration script: its row in the table {@code schema_progress}.
 * Flyway's history records only finished scripts.
 *
 * <p>The connection must not be in auto-commit mode.
 */
final class MigrationJournal {
  static final String TABLE_NAME = "schema_progress";

  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS "
          + TABLE_NAME
          + " ("
          + "version VARCHAR(50) NOT NULL,"
          + " done INT NOT NULL COMMENT 'statements of its script that have ended',"
          + " begun INT NOT NULL COMMENT 'statements that may have ended as well',"
          + " PRIMARY KEY (version)"
          + ") ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin";

  private final Connection connection;
  private final String version;
  private int done;
  private int begun;

  private MigrationJournal(Connection connection, String version, int done, int begun) {
    this.connection = connection;
    this.version = version;
    this.done = done;
    this.begun = begun;
  }

  /** Reads the row of a version, or creates it. */
  static MigrationJournal of(Connection connection, String version) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT IGNORE INTO " + TABLE_NAME + " VALUES (?, 0, 0)")) {
      insert.setString(1, version);
      insert.executeUpdate();
    }
    connection.commit();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT done, begun FROM " + TABLE_NAME + " WHERE version = ?")) {
      select.setString(1, version);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return new MigrationJournal(connection, version, row.getInt(1), row.getInt(2));
      }
    }
  }

  /** The number of ended statements; the next one is the first to run. */
  int done() {
    return done;
  }

  /** True if an earlier run may have executed this statement, counted from 1. */
  boolean mayHaveEnded(int statement) {
    return statement <= begun;
  }

  /** Commits that this statement is next, and may end at any time from now on. */
  void begin(int statement) throws SQLException {
    write(statement - 1, Math.max(begun, statement));
    connection.commit();
  }

  /** Records the end of this statement, and commits it with the statement. */
  void end(int statement) throws SQLException {
    write(statement, Math.max(begun, statement));
    connection.commit();
  }

  private void write(int nowDone, int nowBegun) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE " + TABLE_NAME + " SET done = ?, begun = ? WHERE version = ?")) {
      update.setInt(1, nowDone);
      update.setInt(2, nowBegun);
      update.setString(3, version);
      update.executeUpdate();
    }
    done = nowDone;
    begun = nowBegun;
  }
}
