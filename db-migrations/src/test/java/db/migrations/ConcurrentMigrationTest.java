package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.JdbcConnection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes on one database. */
@Tag("database")
class ConcurrentMigrationTest {
  private static final String LATEST = Integer.toString(ReleasedVersions.latest());
  private static final String LATER = "1000";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ExecutorService nodes = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    nodes.shutdownNow();
  }

  @Test
  void oneNodeMigratesAndTheOthersWait() throws Exception {
    try (TestDatabase database = TestDatabase.empty()) {
      CountDownLatch go = new CountDownLatch(1);
      List<Future<String>> started = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        started.add(
            nodes.submit(
                () -> {
                  go.await();
                  return Schema.migrate(database.dataSource());
                }));
      }
      go.countDown();

      for (Future<String> node : started) {
        assertThat(node.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(LATEST);
      }
    }
  }

  /** A server continues the statement of a client that is gone. */
  @ParameterizedTest
  @ValueSource(strings = {"item", "account", "audit"})
  void waitsForTheStatementThatAKilledProcessLeftRunning(String table) throws Exception {
    try (TestDatabase database = TestDatabase.empty();
        Connection reader = database.dataSource().getConnection();
        Connection watcher = database.dataSource().getConnection()) {
      Schema.migrate(database.dataSource());
      reader.setAutoCommit(false);
      try (Statement statement = reader.createStatement()) {
        // The open transaction blocks changes of the table.
        statement.executeQuery("SELECT * FROM " + table).close();
      }
      AtomicReference<Connection> used = new AtomicReference<>();
      Future<String> killed = nodes.submit(() -> migrateLater(watched(database, used)));
      await(() -> alterations(watcher, table) == 1);
      used.get().unwrap(JdbcConnection.class).abortInternal();
      assertThatThrownBy(() -> killed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(SchemaException.class);

      Future<String> next = nodes.submit(() -> migrateLater(database.dataSource()));
      assertThatThrownBy(() -> next.get(1500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(alterations(watcher, table)).isEqualTo(1);
      reader.rollback();

      assertThat(next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(LATER);
    }
  }

  @Test
  void anInterruptEndsTheWaitButNoMigration() throws Exception {
    try (TestDatabase database = TestDatabase.empty();
        Connection other = database.dataSource().getConnection();
        Connection own = database.dataSource().getConnection()) {
      DataSource node = new OneConnection(own); // a pool rejects interrupted threads
      SchemaLock lock = SchemaLock.take(other);
      Future<String> waiting =
          nodes.submit(
              () -> {
                Thread.currentThread().interrupt();
                return Schema.migrate(node);
              });
      assertThatThrownBy(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(SchemaException.class);
      lock.release();

      Future<String> interrupted =
          nodes.submit(
              () -> {
                Thread.currentThread().interrupt();
                return Schema.migrate(node) + Thread.currentThread().isInterrupted();
              });
      assertThat(interrupted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo(LATEST + "true");
    }
  }

  private static DataSource watched(TestDatabase database, AtomicReference<Connection> used)
      throws SQLException {
    Connection connection = database.dataSource().getConnection();
    used.set(connection);
    return new OneConnection(connection);
  }

  /** Counts ALTER statements on a table; others may wait briefly too. */
  private static int alterations(Connection watcher, String table) throws SQLException {
    try (Statement statement = watcher.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE()"
                    + " AND state LIKE '%metadata lock%' AND info LIKE '% TABLE "
                    + table
                    + "%'")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime() - deadline).as("it took too long").isNegative();
      Thread.onSpinWait();
    }
  }

  /** Migrates with a script as a later release may have it. */
  private static String migrateLater(DataSource database) {
    return Schema.migrate(database, "latest", "classpath:db/migration", "classpath:db/later");
  }
}
