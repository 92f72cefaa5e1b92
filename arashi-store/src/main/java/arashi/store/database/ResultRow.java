package arashi.store.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The current row of a result; columns are read by name. One object serves all rows of a result,
 * and looks up the position of each name once. Confined to the thread of its transaction. Never
 * blocks, because {@link Tx} reads whole results.
 */
public final class ResultRow {
  private final ResultSet rows;
  private final Map<String, Integer> positions = new HashMap<>();

  ResultRow(ResultSet rows) {
    this.rows = rows;
  }

  /**
   * Creates an object from a row.
   *
   * @param <T> type of the object
   */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads columns of the current row. Must not keep the row. */
    T read(ResultRow row);
  }

  /** A column by its position. */
  @FunctionalInterface
  interface Column<T> {
    T at(int position) throws SQLException;
  }

  private <T> T get(String column, Column<T> value) {
    try {
      Integer position = positions.get(column);
      if (position == null) {
        position = rows.findColumn(column);
        positions.put(column, position);
      }
      return value.at(position);
    } catch (SQLException e) {
      throw new StatementException(e);
    }
  }

  /** Returns an integer; 0 for NULL. */
  public long getLong(String column) {
    return get(column, rows::getLong);
  }

  /** Returns an integer; 0 for NULL. */
  public int getInt(String column) {
    return get(column, rows::getInt);
  }

  /** Returns a number; 0 for NULL. */
  public double getDouble(String column) {
    return get(column, rows::getDouble);
  }

  /** Returns a truth value; false for NULL. */
  public boolean getBoolean(String column) {
    return get(column, rows::getBoolean);
  }

  /** Returns a text column; null for NULL. */
  public String getString(String column) {
    return get(column, rows::getString);
  }

  /** Returns a binary column; null for NULL. */
  public byte[] getBytes(String column) {
    return get(column, rows::getBytes);
  }

  /** Returns a binary column that contains UTF-8; null for NULL. */
  public String getUtf8(String column) {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  /** Returns a column of milliseconds since 1970; the epoch for NULL. */
  public Instant getInstant(String column) {
    return Instant.ofEpochMilli(getLong(column));
  }

  /** Returns an integer; empty for NULL. */
  public OptionalLong getOptionalLong(String column) {
    Optional<Long> value = getNullable(column);
    return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
  }

  /** Returns an integer; empty for NULL. */
  public Optional<Long> getNullable(String column) {
    return Optional.ofNullable(get(column, position -> rows.getObject(position, Long.class)));
  }

  /** Returns true for NULL. */
  public boolean isNull(String column) {
    return get(column, rows::getObject) == null;
  }
}
