package db.migrations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Product and version of a server by its {@code VERSION()}: {@code 8.4.3} for MySQL, {@code
 * 11.4.5-MariaDB-log} for MariaDB. Some proxies prefix MariaDB's with {@code 5.5.5-}, which old
 * replication clients expect.
 */
record ServerVersion(String product, int major, int minor, String text) {
  private static final String MARIADB = "MariaDB";
  private static final String MYSQL = "MySQL";

  private static final Pattern NUMBERS = Pattern.compile("^(?:5\\.5\\.5-)?(\\d+)\\.(\\d+)");

  /** Parses {@code VERSION()}; 0.0 if the text has no numbers. */
  static ServerVersion parse(String text) {
    boolean mariaDb = text.contains(MARIADB);
    Matcher numbers = NUMBERS.matcher(text);
    boolean numbered = numbers.find();
    return new ServerVersion(
        mariaDb ? MARIADB : MYSQL,
        numbered ? Integer.parseInt(numbers.group(1)) : 0,
        numbered ? Integer.parseInt(numbers.group(2)) : 0,
        text);
  }

  static ServerVersion of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT VERSION()")) {
      row.next();
      return parse(row.getString(1));
    }
  }

  private boolean isSupported() {
    return product.equals(MARIADB) ? isAtLeast(11, 4) : isAtLeast(8, 0);
  }

  private boolean isAtLeast(int leastMajor, int leastMinor) {
    return major > leastMajor || (major == leastMajor && minor >= leastMinor);
  }

  /**
   * Rejects servers that are too old.
   *
   * @throws SchemaException with the server's version and the supported ones
   */
  void requireSupported() {
    if (!isSupported()) {
      throw new SchemaException(
          "the database server is "
              + product
              + " "
              + major
              + "."
              + minor
              + " ("
              + text
              + "), but Arashi needs MySQL 8.0 or newer, or MariaDB 11.4 or newer:"
              + " upgrade the server, or name another one in mysql.url");
    }
  }
}
