package arashi.store.index;

import arashi.store.database.Connections;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;

/** Connections of a node that count its statements and can run an action before one of them. */
final class InterruptedConnections implements Connections {
  private final DataSource server;
  private Optional<Runnable> event = Optional.empty();
  private int left; // statements before the event
  private int statements;

  InterruptedConnections(DataSource server) {
    this.server = server;
  }

  /** Runs an action after a number of further statements. */
  void after(int further, Runnable happens) {
    left = further;
    event = Optional.of(happens);
  }

  /** Returns true if the action has run. */
  boolean isOver() {
    return event.isEmpty();
  }

  /** Returns the number of statements executed. */
  int statements() {
    return statements;
  }

  @Override
  public Connection take() throws SQLException {
    Connection real = server.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object result = invoke(() -> method.invoke(real, arguments));
              if (result instanceof PreparedStatement) {
                return statement(PreparedStatement.class, result);
              }
              return result instanceof Statement ? statement(Statement.class, result) : result;
            });
  }

  private Object statement(Class<? extends Statement> type, Object real) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            beforeStatement();
          }
          return invoke(() -> method.invoke(real, arguments));
        });
  }

  private void beforeStatement() {
    statements++;
    if (event.isPresent() && left-- == 0) {
      Runnable happens = event.get();
      event = Optional.empty();
      happens.run();
    }
  }

  private interface Call {
    Object call() throws IllegalAccessException, InvocationTargetException;
  }

  private static Object invoke(Call call) throws Throwable {
    try {
      return call.call();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public Connection open() throws SQLException {
    return take();
  }

  @Override
  public void evict() {}

  @Override
  public void discard(Connection broken) {}
}
