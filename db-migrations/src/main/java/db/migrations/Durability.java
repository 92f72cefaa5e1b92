package db.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Checks whether a server keeps acknowledged data when its machine loses power. Killing the server
 * process loses nothing in any case; only these settings matter.
 */
public final class Durability {
  private static final String REDO_LOG = "innodb_flush_log_at_trx_commit";
  private static final String BINARY_LOG = "sync_binlog";
  private static final String HAS_BINARY_LOG = "log_bin";
  private static final String EACH_COMMIT = "1";

  private Durability() {}

  /**
   * Returns one sentence per setting with which a power cut may lose acknowledged mail. Blocks. A
   * server without these settings gets no warning.
   */
  public static List<String> warnings(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('"
                    + String.join("', '", REDO_LOG, BINARY_LOG, HAS_BINARY_LOG)
                    + "')")) {
      Map<String, String> settings = new TreeMap<>();
      while (rows.next()) {
        settings.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
      }
      return warnings(settings);
    }
  }

  static List<String> warnings(Map<String, String> settings) {
    List<String> warnings = new ArrayList<>();
    warn(REDO_LOG, settings, warnings);
    if ("ON".equalsIgnoreCase(settings.get(HAS_BINARY_LOG))) {
      warn(BINARY_LOG, settings, warnings);
    }
    return warnings;
  }

  private static void warn(String name, Map<String, String> settings, List<String> warnings) {
    String value = settings.getOrDefault(name, EACH_COMMIT);
    if (!value.equals(EACH_COMMIT)) {
      warnings.add(
          "the database has %s = %s: if its machine loses power, mail that was acknowledged may be lost; set it to 1"
              .formatted(name, value));
    }
  }
}
