package arashi.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Inserts rows many to a statement. Statements have a power of two of rows, so that few are
 * prepared, and hold no more bytes than a server takes in one packet.
 */
final class BulkInsert {

  private static final int MAX_ROWS = 512;

  /** The oldest servers take 4 MiB unless told otherwise; a single row may need more. */
  private static final long MAX_BYTES = 2 << 20;

  private final Connection connection;
  private final String into;
  private final String row;
  private final List<Object[]> rows = new ArrayList<>();
  private long bytes;

  BulkInsert(Connection connection, String table, String... columns) {
    this.connection = connection;
    this.into = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ";
    this.row = "(" + "?, ".repeat(columns.length - 1) + "?)";
  }

  void add(Object... values) throws SQLException {
    rows.add(values);
    for (Object value : values) {
      bytes += value instanceof byte[] array ? array.length : Long.BYTES;
    }
    if (rows.size() == MAX_ROWS || bytes >= MAX_BYTES) {
      flush();
    }
  }

  /** Inserts what was added and not inserted yet. */
  void flush() throws SQLException {
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
    String sql = into + row + (", " + row).repeat(some.size() - 1);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int at = 1;
      for (Object[] values : some) {
        for (Object value : values) {
          statement.setObject(at++, value);
        }
      }
      statement.executeUpdate();
    }
  }
}
