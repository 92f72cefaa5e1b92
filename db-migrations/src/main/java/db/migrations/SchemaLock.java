package db.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exclusive right to change the tables of a database: a named lock at the server, held by the
 * connection that runs the migrations.
 *
 * <p>It must be that connection's. A server continues the statement of a killed client, perhaps for
 * minutes, and keeps the lock until its end. So the next process sees either all of the statement's
 * effect or none.
 */
final class SchemaLock {
  private static final Logger log = LoggerFactory.getLogger(SchemaLock.class);

  /** Lock names are global to the server, and have at most 64 characters. */
  private static final String NAME = "CONCAT('arashi-schema-', LEFT(SHA2(DATABASE(), 256), 40))";

  private static final int SECONDS_BETWEEN_LOOKS = 1;

  private final Connection connection;

  private SchemaLock(Connection connection) {
    this.connection = connection;
  }

  /**
   * Waits until no other process migrates the database.
   *
   * @throws SchemaException if the thread is interrupted while waiting; it stays interrupted
   */
  static SchemaLock take(Connection connection) throws SQLException {
    boolean told = false;
    while (!tryTake(connection)) {
      if (!told) {
        log.info("another process is migrating the tables; waiting for it");
        told = true;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new SchemaException("stopped while another process was migrating the tables");
      }
    }
    return new SchemaLock(connection);
  }

  private static boolean tryTake(Connection connection) throws SQLException {
    return call(connection, "SELECT GET_LOCK(" + NAME + ", " + SECONDS_BETWEEN_LOOKS + ")");
  }

  private static boolean call(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() && row.getInt(1) == 1;
    }
  }

  void release() {
    try {
      call(connection, "SELECT RELEASE_LOCK(" + NAME + ")");
    } catch (SQLException e) {
      log.debug("the server releases the lock of a lost connection: {}", e.getMessage());
    }
  }
}
