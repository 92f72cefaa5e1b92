package arashi.store;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Shorthand for prepared statements: bind, run, map. Statements are kept by the driver, by their
 * text.
 */
final class Sql {

  private Sql() {}

  @FunctionalInterface
  interface Row<T> {
    T map(ResultSet row) throws SQLException;
  }

  static <T> List<T> list(Connection c, String sql, Row<T> row, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = bind(c.prepareStatement(sql), parameters);
        ResultSet rows = statement.executeQuery()) {
      List<T> list = new ArrayList<>();
      while (rows.next()) {
        list.add(row.map(rows));
      }
      return list;
    }
  }

  static <T> Optional<T> one(Connection c, String sql, Row<T> row, Object... parameters)
      throws SQLException {
    List<T> list = list(c, sql, row, parameters);
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(0));
  }

  /** The number of rows changed. */
  static int update(Connection c, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = bind(c.prepareStatement(sql), parameters)) {
      return statement.executeUpdate();
    }
  }

  /**
   * Binds parameters in order. A collection is bound as the values of a list of question marks (see
   * {@link #marks}).
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
   * Question marks for a list of values that is not empty. Their number is a power of two, so that
   * few statements are prepared; the last value fills the rest, which neither IN nor FIELD minds.
   */
  static String marks(List<?> values) {
    return "?" + ",?".repeat(padded(values.size()) - 1);
  }

  private static int padded(int size) {
    return size == 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
  }

  /** Cuts a text for a column of so many characters, never inside a surrogate pair. */
  static String cut(String text, int characters) {
    if (text.codePointCount(0, text.length()) <= characters) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, characters));
  }

  /** The first bytes of a text in UTF-8, never ending inside a character. */
  static byte[] utf8(String text, int bytes) {
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
