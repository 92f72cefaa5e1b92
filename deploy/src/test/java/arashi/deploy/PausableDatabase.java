package arashi.deploy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;

/**
 * A gate before a database. While it is closed, threads that take a connection wait; or only those
 * that prepare a statement with certain words.
 */
final class PausableDatabase {
  private static final int ALL = 1 << 30;

  private final Semaphore way = new Semaphore(ALL);
  private final Queue<String> statements = new ConcurrentLinkedQueue<>();
  private final DataSource database;
  private volatile String words; // null: connections wait
  private int taken;

  PausableDatabase(DataSource database) {
    this.database = database;
  }

  /** The database behind it. */
  DataSource dataSource() {
    return proxy(
        DataSource.class,
        (method, arguments) -> {
          if (!method.getName().equals("getConnection")) {
            return method.invoke(database, arguments);
          }
          if (words == null) {
            pass();
          }
          return recording((Connection) method.invoke(database, arguments));
        });
  }

  private Connection recording(Connection connection) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("prepareStatement")) {
            String sql = (String) arguments[0];
            statements.add(sql);
            if (words != null && sql.contains(words)) {
              pass();
            }
          }
          return method.invoke(connection, arguments);
        });
  }

  private void pass() throws InterruptedException {
    way.acquire();
    way.release();
  }

  @FunctionalInterface
  private interface Call {
    Object of(Method method, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            PausableDatabase.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return call.of(method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** Statements prepared meanwhile, without the polls for new targets and for index work. */
  List<String> statementsDuring(Runnable work) {
    statements.clear();
    work.run();
    return statements.stream()
        .filter(sql -> !sql.contains("policy_revision") && !sql.contains("search_segment"))
        .toList();
  }

  /** Whether a thread waits. */
  boolean isWaitedAt() {
    return way.hasQueuedThreads();
  }

  /** Returns the number of threads that wait. */
  int waiting() {
    return way.getQueueLength();
  }

  void close() {
    taken = way.drainPermits();
  }

  /** Closes it for statements with these words. */
  void closeFor(String sql) {
    words = sql;
    close();
  }

  void open() {
    way.release(taken);
    taken = 0;
    words = null;
  }
}
