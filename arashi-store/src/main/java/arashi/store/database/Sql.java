package arashi.store.database;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Helpers for prepared statements: bind, run, map. The driver caches statements by their text. */
public final class Sql {

  private Sql() {}

  /** Maps the current row of a result. */
  @FunctionalInterface
  public interface Row<T> {
    /** Maps the row. Reads columns only; the caller moves to the next row. */
    T map(ResultSet row) throws SQLException;
  }

  /** Runs a query, within the {@link Deadline}, and returns all rows, mapped. Blocks. */
  public static <T> List<T> list(Connection c, String sql, Row<T> row, Object... parameters)
      throws SQLException {
    String limited = Deadline.limited(sql);
    try (PreparedStatement statement = bind(c.prepareStatement(limited), parameters);
        ResultSet rows = statement.executeQuery()) {
      List<T> list = new ArrayList<>();
      while (rows.next()) {
        list.add(row.map(rows));
      }
      return list;
    }
  }

  /** Runs a query and returns the first row, mapped; empty if there is none. Blocks. */
  public static <T> Optional<T> one(Connection c, String sql, Row<T> row, Object... parameters)
      throws SQLException {
    List<T> list = list(c, sql, row, parameters);
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(0));
  }

  /** Runs a statement and returns the number of rows changed. Blocks. */
  public static int update(Connection c, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = bind(c.prepareStatement(sql), parameters)) {
      return statement.executeUpdate();
    }
  }

  /** Returns true if the database has the table. Blocks. */
  public static boolean hasTable(Connection c, String table) throws SQLException {
    return one(
            c,
            "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name"
                + " = ?",
            row -> row.getLong(1),
            table)
        .isPresent();
  }

  /** Inserts one row and returns its generated key. */
  public static long insert(Connection c, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement =
        bind(c.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS), parameters)) {
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        if (!keys.next()) {
          throw new SQLException("the server returned no generated key");
        }
        return keys.getLong(1);
      }
    }
  }

  /**
   * Binds parameters in order. A list is bound to a list of question marks (see {@link #marks}).
   */
  private static PreparedStatement bind(PreparedStatement statement, Object... parameters)
      throws SQLException {
    int at = 1;
    for (Object parameter : parameters) {
      if (parameter instanceof List<?> values) {
        int marks = padded(values.size());
        for (int i = 0; i < marks; i++) {
          statement.setObject(at++, values.get(Math.min(i, values.size() - 1)));
        }
      } else {
        statement.setObject(at++, parameter);
      }
    }
    return statement;
  }

  /**
   * Returns question marks for a non-empty list of values. Their number is a power of two, to limit
   * the number of prepared statements. The last value fills the rest, which is harmless for IN and
   * FIELD.
   */
  public static String marks(List<?> values) {
    return "?" + ",?".repeat(padded(values.size()) - 1);
  }

  /** Returns the smallest power of two that is at least {@code size}. */
  public static int padded(int size) {
    return size == 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
  }

  /** Returns the first {@code characters} of a text, without splitting a surrogate pair. */
  public static String cut(String text, int characters) {
    if (text.codePointCount(0, text.length()) <= characters) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, characters));
  }

  /** Returns the first bytes of a text in UTF-8, without splitting a character. */
  public static byte[] utf8(String text, int bytes) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    if (all.length <= bytes) {
      return all;
    }
    int end = bytes;
    while (end > 0 && (all[end] & 0xC0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(all, end);
  }
}
