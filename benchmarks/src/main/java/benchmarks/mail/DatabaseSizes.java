package benchmarks.mail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Bytes that a MySQL or MariaDB server wrote, and the sizes of its tables. */
final class DatabaseSizes {
  private DatabaseSizes() {}

  /**
   * Bytes written since the server's start, by {@code SHOW GLOBAL STATUS}.
   *
   * @param data all writes to tables, doublewrite included
   * @param log the redo log
   * @param doublewrite pages written twice
   * @param dirty changed pages, not written yet
   */
  record Written(long data, long log, long doublewrite, long dirty) {
    static Written read(Connection connection) throws SQLException {
      Map<String, Long> counters = longs(connection, "SHOW GLOBAL STATUS LIKE 'Innodb%'");
      long page = counters.getOrDefault("Innodb_page_size", 0L);
      return new Written(
          counters.getOrDefault("Innodb_data_written", 0L),
          counters.getOrDefault("Innodb_os_log_written", 0L),
          page * counters.getOrDefault("Innodb_dblwr_pages_written", 0L),
          page * counters.getOrDefault("Innodb_buffer_pool_pages_dirty", 0L));
    }

    /** The difference to an earlier reading. */
    Written since(Written earlier) {
      return new Written(
          data - earlier.data,
          log - earlier.log,
          doublewrite - earlier.doublewrite,
          dirty - earlier.dirty);
    }

    /** With the future writes of the dirty pages, two each. */
    long all() {
      return data + log + 2 * dirty;
    }
  }

  /** Bytes of each table by the files of a server on this machine; partitions count together. */
  static Map<String, Long> ofFiles(Path folder) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".ibd")) {
          sizes.merge(name.split("#|\\.ibd", 2)[0], Files.size(file), Long::sum);
        }
      }
    }
    return sizes;
  }

  /** Bytes of each table by the server's statistics, after an update of these. */
  static Map<String, Long> ofServer(Connection connection) throws SQLException {
    String tables =
        "SELECT table_name, data_length + index_length FROM information_schema.tables"
            + " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'";
    String names = String.join("`, `", longs(connection, tables).keySet());
    try (Statement statement = connection.createStatement()) {
      statement.execute("ANALYZE TABLE `" + names + "`");
    }
    return longs(connection, tables);
  }

  /** Rows of a name and a number; numbers of other rows count as 0. */
  private static Map<String, Long> longs(Connection connection, String query) throws SQLException {
    Map<String, Long> values = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        String value = rows.getString(2);
        values.put(rows.getString(1), value.matches("\\d+") ? Long.parseLong(value) : 0);
      }
    }
    return values;
  }
}
