package arashi.store.index;

import arashi.store.database.Connections;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Connections of a process that dies: just before or just after its k-th statement, its connection
 * is cut without notice to the server, and further connections fail. For one thread.
 */
public final class MortalConnections implements Connections {
  private final HikariDataSource server;
  private int left;
  private final boolean afterwards;
  private boolean isDead;

  /**
   * Creates connections that die at a statement.
   *
   * @param server a pool of HikariCP, which this does not close
   * @param statements statements executed before
   * @param afterwards whether the next statement is also executed, but its result lost
   */
  public MortalConnections(DataSource server, int statements, boolean afterwards)
      throws SQLException {
    this.server = server.unwrap(HikariDataSource.class);
    this.left = statements;
    this.afterwards = afterwards;
  }

  /** The process is dead. */
  public static final class DeadException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  public boolean isDead() {
    return isDead;
  }

  @Override
  public Connection take() throws SQLException {
    if (isDead) {
      throw new DeadException();
    }
    Connection real = server.getConnection();
    return proxy(
        Connection.class,
        real,
        result ->
            result instanceof PreparedStatement prepared
                ? statement(PreparedStatement.class, prepared, real)
                : result instanceof Statement plain
                    ? statement(Statement.class, plain, real)
                    : result);
  }

  @Override
  public Connection open() throws SQLException {
    return take();
  }

  @Override
  public void evict() {}

  @Override
  public void discard(Connection broken) {}

  private interface Wrap {
    Object wrap(Object result);
  }

  private static <T> T proxy(Class<T> type, T real, Wrap wrap) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return wrap.wrap(method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private <T extends Statement> T statement(Class<T> type, T real, Connection on) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              boolean counts = method.getName().startsWith("execute");
              if (counts && left-- <= 0 && !(afterwards && !isDead)) {
                die(on);
              }
              try {
                Object result = method.invoke(real, arguments);
                if (counts && left < 0) {
                  die(on);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private void die(Connection on) throws SQLException {
    isDead = true;
    on.unwrap(com.mysql.cj.jdbc.JdbcConnection.class).abortInternal();
    server.evictConnection(on);
    throw new DeadException();
  }
}
