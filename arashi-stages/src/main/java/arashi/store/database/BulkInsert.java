package arashi.store.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Inserts rows many to a statement. Statements have a power of two of rows, so that few are
 * prepared, and hold no more bytes than a server takes in one packet.
 */
public final class BulkInsert {

  private static final int MAX_ROWS = 512;

  /** The oldest servers take 4 MiB unless told otherwise; a single row may need more. */
  private static final long MAX_BYTES = 2 << 20;

  private final Connection connection;
  private final String into;
  private final String row;
  private final List<Object[]> rows = new ArrayList<>();
  private String onDuplicateKey = "";
  private long bytes;
  private long affected;

  /** Inserts on a connection, used by one thread. */
  public BulkInsert(Connection connection, String table, String... columns) {
    this.connection = connection;
    this.into = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ";
    this.row = "(" + "?, ".repeat(columns.length - 1) + "?)";
  }

  /** Adds a row, of one value per column; may send what is full. Blocks then. */
  public void add(Object... values) throws SQLException {
    rows.add(values);
    for (Object value : values) {
      bytes += value instanceof byte[] array ? array.length : Long.BYTES;
    }
    if (rows.size() == MAX_ROWS || bytes >= MAX_BYTES) {
      flush();
    }
  }

  /** Rows whose key is taken change the row that is there: assignments of SQL. */
  public BulkInsert onDuplicateKey(String assignments) {
    onDuplicateKey = " ON DUPLICATE KEY UPDATE " + assignments;
    return this;
  }

  /**
   * Rows that the flushes so far have affected: an inserted row counts once, one that was changed
   * instead twice.
   */
  public long affected() {
    return affected;
  }

  /** Inserts what was added and not inserted yet. Blocks. */
  public void flush() throws SQLException {
    int from = 0;
    while (from < rows.size()) {
      int count = Integer.highestOneBit(rows.size() - from);
      insert(rows.subList(from, from + count));
      from += count;
    }
    rows.clear();
    bytes = 0;
  }

  private void insert(List<Object[]> some) throws SQLException {
    String sql = into + row + (", " + row).repeat(some.size() - 1) + onDuplicateKey;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int at = 1;
      for (Object[] values : some) {
        for (Object value : values) {
          statement.setObject(at++, value);
        }
      }
      affected += statement.executeUpdate();
    }
  }
}
