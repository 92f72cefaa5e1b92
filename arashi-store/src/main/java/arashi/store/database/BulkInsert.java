package arashi.store.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Inserts many rows per statement. Row counts are powers of two, to limit the number of prepared
 * statements. A statement stays below the server's packet size. {@link Tx#into} creates it; for one
 * thread.
 */
public final class BulkInsert {

  private static final int MAX_ROWS = 512;

  /** The oldest supported servers accept 4 MiB by default; a single row may need more. */
  private static final long MAX_BYTES = 2 << 20;

  private final Tx tx;
  private final String into;
  private final String row;
  private final List<Object[]> rows = new ArrayList<>();
  private String onDuplicateKey = "";
  private long bytes;
  private long affected;

  /** Creates an insert in a transaction. */
  BulkInsert(Tx tx, String table, String... columns) {
    this.tx = tx;
    this.into = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ";
    this.row = "(" + "?, ".repeat(columns.length - 1) + "?)";
  }

  /** Adds a row with one value per column. Blocks when a batch is full and is sent. */
  public void add(Object... values) {
    rows.add(values);
    for (Object value : values) {
      bytes += value instanceof byte[] array ? array.length : Long.BYTES;
    }
    if (rows.size() == MAX_ROWS || bytes >= MAX_BYTES) {
      flush();
    }
  }

  /** Sets SQL assignments that update the existing row if a key is taken. */
  public BulkInsert onDuplicateKey(String assignments) {
    onDuplicateKey = " ON DUPLICATE KEY UPDATE " + assignments;
    return this;
  }

  /**
   * Returns the rows affected by all flushes: an inserted row counts once, an updated row twice.
   */
  public long affected() {
    return affected;
  }

  /** Inserts all pending rows. Blocks. */
  public void flush() {
    int from = 0;
    while (from < rows.size()) {
      int count = Integer.highestOneBit(rows.size() - from);
      insert(rows.subList(from, from + count));
      from += count;
    }
    rows.clear();
    bytes = 0;
  }

  private void insert(List<Object[]> some) {
    String sql = into + row + (", " + row).repeat(some.size() - 1) + onDuplicateKey;
    affected += tx.update(sql, some.stream().flatMap(Arrays::stream).toArray());
  }
}
