package benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How many bytes each table takes on disk. */
final class TableSizes {
  private static final String SUFFIX = ".ibd";

  private TableSizes() {}

  /** By the files of a server on this machine; a table's partitions count together. */
  static Map<String, Long> ofFiles(Path folder) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(SUFFIX)) {
          String table = name.substring(0, name.length() - SUFFIX.length()).split("#", 2)[0];
          sizes.merge(table, Files.size(file), Long::sum);
        }
      }
    }
    return sizes;
  }

  /** By what the server itself knows, after it has counted. */
  static Map<String, Long> ofServer(Connection connection) throws SQLException {
    Map<String, Long> sizes = new TreeMap<>();
    String tables =
        "SELECT table_name, data_length + index_length FROM information_schema.tables"
            + " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'";
    try (Statement statement = connection.createStatement()) {
      List<String> names = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(tables)) {
        while (rows.next()) {
          names.add("`" + rows.getString(1) + "`");
        }
      }
      statement.execute("ANALYZE TABLE " + String.join(", ", names));
      try (ResultSet rows = statement.executeQuery(tables)) {
        while (rows.next()) {
          sizes.put(rows.getString(1), rows.getLong(2));
        }
      }
    }
    return sizes;
  }
}
