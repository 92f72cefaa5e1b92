package benchmarks.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * What a database says that it has written since its start; of MySQL and MariaDB, by {@code SHOW
 * GLOBAL STATUS}.
 *
 * @param data bytes of all writes to tables, doublewrite included
 * @param log bytes of the redo log
 * @param doublewrite bytes of pages that were written twice
 * @param dirty bytes of pages that are changed and not written yet
 */
record ServerCounters(long data, long log, long doublewrite, long dirty) {

  static ServerCounters read(Connection connection) throws SQLException {
    Map<String, Long> counters = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_data_written',"
                    + " 'Innodb_os_log_written', 'Innodb_dblwr_pages_written',"
                    + " 'Innodb_buffer_pool_pages_dirty', 'Innodb_page_size')")) {
      while (rows.next()) {
        counters.put(rows.getString(1), rows.getLong(2));
      }
    }
    long page = counters.getOrDefault("Innodb_page_size", 0L);
    return new ServerCounters(
        counters.getOrDefault("Innodb_data_written", 0L),
        counters.getOrDefault("Innodb_os_log_written", 0L),
        page * counters.getOrDefault("Innodb_dblwr_pages_written", 0L),
        page * counters.getOrDefault("Innodb_buffer_pool_pages_dirty", 0L));
  }

  /** What was written since an earlier reading, and by how much more is dirty. */
  ServerCounters since(ServerCounters earlier) {
    return new ServerCounters(
        data - earlier.data,
        log - earlier.log,
        doublewrite - earlier.doublewrite,
        dirty - earlier.dirty);
  }

  /** With what will be written of the dirty pages, each of which is written twice. */
  long all() {
    return data + log + 2 * dirty;
  }
}
