package arashi.store.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A transaction, or a read outside of one: statements on one connection, and the time at which the
 * work began. {@link Transactions} creates it. Each statement blocks. For one thread; must not be
 * kept after the work.
 *
 * <p>The driver caches prepared statements by their text, so texts are constants. Parameters are
 * bound in order:
 *
 * <pre>
 *   Instant                   milliseconds since 1970
 *   Optional, OptionalLong …  the value, or NULL
 *   List                      as many question marks as it has values, for IN and FIELD; not empty
 * </pre>
 *
 * <p>The number of a list's marks is rounded up to a power of two, to limit the number of prepared
 * statements. The last value fills the rest.
 */
public class Tx {
  private final Connection connection;
  private final Instant now;

  Tx(Connection connection, Instant now) {
    this.connection = connection;
    this.now = now;
  }

  /** Creates another view of a transaction. */
  protected Tx(Tx other) {
    this(other.connection, other.now);
  }

  /** Runs a statement that can't be prepared, such as one that begins or ends a transaction. */
  final void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new StatementException(e);
    }
  }

  /** Breaks the connection, so that nobody uses it again. */
  final void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      throw new StatementException(e);
    }
  }

  /** Returns the time at which the work began; the same for each attempt after a conflict. */
  public final Instant now() {
    return now;
  }

  /** Runs a query, within the {@link Deadline}, and returns all rows. */
  public final <T> List<T> list(String sql, ResultRow.Reader<T> reader, Object... parameters) {
    return query(
        sql,
        parameters,
        rows -> {
          List<T> list = new ArrayList<>();
          ResultRow row = new ResultRow(rows);
          while (rows.next()) {
            list.add(reader.read(row));
          }
          return list;
        });
  }

  /** Runs a query and returns the first row; empty if there is none. */
  public final <T> Optional<T> one(String sql, ResultRow.Reader<T> reader, Object... parameters) {
    List<T> list = list(sql, reader, parameters);
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(0));
  }

  /** Runs a query and returns the first column of all rows. */
  public final List<Long> numbers(String sql, Object... parameters) {
    return query(
        sql,
        parameters,
        rows -> {
          List<Long> numbers = new ArrayList<>();
          while (rows.next()) {
            numbers.add(rows.getLong(1));
          }
          return numbers;
        });
  }

  /** Runs a query and returns the first column of the first row; empty if there is none. */
  public final Optional<Long> number(String sql, Object... parameters) {
    List<Long> numbers = numbers(sql, parameters);
    return numbers.isEmpty() ? Optional.empty() : Optional.of(numbers.get(0));
  }

  /** Runs a query and returns the first column of the first row; 0 if there is none. */
  public final long count(String sql, Object... parameters) {
    return number(sql, parameters).orElse(0L);
  }

  /** Runs a query and returns true if it has a row. */
  public final boolean exists(String sql, Object... parameters) {
    return query(sql, parameters, ResultSet::next);
  }

  /** Runs a statement and returns the number of rows changed. */
  public final int update(String sql, Object... parameters) {
    return prepared(sql, parameters, Statement.NO_GENERATED_KEYS, PreparedStatement::executeUpdate);
  }

  /** Inserts one row and returns its generated key. */
  public final long insert(String sql, Object... parameters) {
    return prepared(
        sql,
        parameters,
        Statement.RETURN_GENERATED_KEYS,
        statement -> {
          statement.executeUpdate();
          try (ResultSet keys = statement.getGeneratedKeys()) {
            if (!keys.next()) {
              throw new SQLException("the server returned no generated key");
            }
            return keys.getLong(1);
          }
        });
  }

  /** Locks the row of an account until the end of the transaction; false if there is none. */
  public final boolean lockAccount(long id) {
    return exists("SELECT id FROM account WHERE id = ? FOR UPDATE", id);
  }

  /** Returns an insert of many rows. */
  public final BulkInsert into(String table, String... columns) {
    return new BulkInsert(this, table, columns);
  }

  /** What a statement does. */
  @FunctionalInterface
  private interface Use<S, T> {
    T of(S statement) throws SQLException;
  }

  private <T> T query(String sql, Object[] parameters, Use<ResultSet, T> use) {
    return prepared(
        Deadline.limited(sql),
        parameters,
        Statement.NO_GENERATED_KEYS,
        statement -> {
          try (ResultSet rows = statement.executeQuery()) {
            return use.of(rows);
          }
        });
  }

  private <T> T prepared(String sql, Object[] parameters, int keys, Use<PreparedStatement, T> use) {
    String text = expanded(sql, parameters);
    try (PreparedStatement statement =
        keys == Statement.RETURN_GENERATED_KEYS
            ? connection.prepareStatement(text, keys)
            : connection.prepareStatement(text)) {
      bind(statement, parameters);
      return use.of(statement);
    } catch (SQLException e) {
      throw new StatementException(e);
    }
  }

  /** Returns the text with as many question marks for each list as are bound. */
  private static String expanded(String sql, Object[] parameters) {
    StringBuilder text = null; // of a statement with a list
    int at = 0;
    for (int i = 0, mark = sql.indexOf('?'); i < parameters.length; i++) {
      if (parameters[i] instanceof List<?> values) {
        text = text == null ? new StringBuilder(2 * sql.length()) : text;
        text.append(sql, at, mark + 1).append(",?".repeat(padded(values.size()) - 1));
        at = mark + 1;
      }
      mark = sql.indexOf('?', mark + 1);
    }
    return text == null ? sql : text.append(sql, at, sql.length()).toString();
  }

  /** Returns the smallest power of two that is at least {@code size}. */
  public static int padded(int size) {
    return size == 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
  }

  private static void bind(PreparedStatement statement, Object[] parameters) throws SQLException {
    int at = 1;
    for (Object parameter : parameters) {
      if (parameter instanceof List<?> values) {
        int marks = padded(values.size());
        for (int i = 0; i < marks; i++) {
          statement.setObject(at++, value(values.get(Math.min(i, values.size() - 1))));
        }
      } else {
        statement.setObject(at++, value(parameter));
      }
    }
  }

  private static Object value(Object parameter) {
    if (parameter instanceof Instant instant) {
      return instant.toEpochMilli();
    } else if (parameter instanceof Optional<?> optional) {
      return optional.map(Tx::value).orElse(null);
    } else if (parameter instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    } else if (parameter instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    }
    return parameter;
  }
}
