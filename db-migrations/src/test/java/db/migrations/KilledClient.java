package db.migrations;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;

/**
 * A data source that dies like a process: just before its k-th statement that changes data (or
 * commits), its connection is cut without notice to the server, and no other is available.
 */
final class KilledClient {

  /** How the client ends. */
  enum Death {
    /** The process is killed. */
    KILL,
    /** The statement fails, as on a full disk; the client survives and may record that. */
    ERROR
  }

  private static final Set<String> HARMLESS = Set.of("SELECT", "SHOW", "SET", "USE");
  private static final Set<String> ROLLED_BACK = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE");

  /** Kills before every statement, even where a kill before the commit is equivalent. */
  static final boolean AT_EACH = Boolean.getBoolean("arashi.test.every-kill");

  private final DataSource server;
  private final Death death;
  private final int last;
  private int seen;

  private KilledClient(DataSource server, Death death, int last) {
    this.server = server;
    this.death = death;
    this.last = last;
  }

  /** Work on a database. */
  interface Work {
    void on(DataSource database) throws SQLException;
  }

  /**
   * Does the work until just before statement k, counted from 1.
   *
   * @return false if the work ended before that
   */
  static boolean dies(DataSource server, Death death, int k, Work work) {
    KilledClient client = new KilledClient(server, death, k);
    try {
      work.on(client.dataSource());
    } catch (SQLException | RuntimeException e) {
      if (client.seen < k) {
        throw new IllegalStateException("it failed before statement " + k, e);
      }
    }
    return client.seen >= k;
  }

  private DataSource dataSource() {
    return proxy(
        DataSource.class,
        (method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            requireAlive();
            return connection(server.getConnection());
          }
          return call(server, method, arguments);
        });
  }

  private Connection connection(Connection real) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("commit")) {
            count(real);
          }
          Object result = call(real, method, arguments);
          if (result instanceof PreparedStatement prepared) {
            return statement(PreparedStatement.class, prepared, real, (String) arguments[0]);
          }
          return result instanceof Statement plain
              ? statement(Statement.class, plain, real, "")
              : result;
        });
  }

  private <T extends Statement> T statement(Class<T> type, T real, Connection on, String prepared) {
    return proxy(
        type,
        (method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            String sql = arguments == null ? prepared : (String) arguments[0];
            String verb = ResumableScript.verb(sql);
            boolean counts = AT_EACH || on.getAutoCommit() || death == Death.ERROR;
            if (!HARMLESS.contains(verb) && (counts || !ROLLED_BACK.contains(verb))) {
              count(on);
            }
          }
          return call(real, method, arguments);
        });
  }

  private void count(Connection on) throws SQLException {
    seen++;
    if (death == Death.KILL && seen == last) {
      on.unwrap(com.mysql.cj.jdbc.JdbcConnection.class).abortInternal();
    }
    if (death == Death.ERROR && seen == last) {
      throw new SQLException("no space left", "HY000", 1021);
    }
    requireAlive();
  }

  private void requireAlive() throws SQLException {
    if (death == Death.KILL && seen >= last) {
      throw new SQLException("killed");
    }
  }

  /** Handler of a proxy. */
  private interface Call {
    Object on(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            KilledClient.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call.on(method, arguments)));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
