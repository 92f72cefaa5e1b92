package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

@Tag("database")
class TransactionsTest {

  private static StoreFixture fixture;
  private static Transactions transactions;

  @BeforeAll
  static void open() {
    fixture = new StoreFixture();
    transactions = new Transactions(fixture.store.service().availability(), InstantSource.system());
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private static SQLException deadlock() {
    return new SQLException("deadlock", "40001", 1213);
  }

  private static int insertClass(String name, AtomicInteger runs, int failures) {
    return transactions.write(
        c -> {
          c.update("INSERT INTO service_class (name, priority) VALUES (?, 1)", name);
          if (runs.incrementAndGet() <= failures) {
            throw new StatementException(deadlock());
          }
          return 1;
        });
  }

  @Test
  void runsATransactionAgainThatLostADeadlock() throws SQLException {
    AtomicInteger runs = new AtomicInteger();
    assertThat(insertClass("again", runs, 2)).isEqualTo(1);
    assertThat(runs).hasValue(3);
    assertThat(fixture.rows("SELECT name FROM service_class WHERE name = 'again'")).hasSize(1);
  }

  @Test
  void tellsItsThreadOfACommitAndOfNothingElse() {
    try (Commits commits = Commits.watch()) {
      transactions.read(c -> c.numbers("SELECT 1"));
      assertThatThrownBy(() -> insertClass("refused", new AtomicInteger(), Integer.MAX_VALUE))
          .isInstanceOf(StoreException.class);
      assertThat(commits.any()).isFalse();

      insertClass("noted", new AtomicInteger(), 0);

      assertThat(commits.any()).isTrue();
      try (Commits inner = Commits.watch()) {
        assertThat(inner.any()).isFalse();
        insertClass("noted too", new AtomicInteger(), 0);
        assertThat(inner.any()).isTrue();
      }
    }
    assertThat(Commits.anyNow()).isFalse();
  }

  /** A connection that breaks behind the answer to its commit may fail when it is returned. */
  private static Connection failingToClose(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(connection, arguments);
              if (method.getName().equals("close")) {
                throw new SQLException("connection reset", "08S01");
              }
              return result;
            });
  }

  @Test
  void aConnectionThatBreaksBehindItsCommitFailsNothing() throws SQLException {
    Connections real = Connections.of(fixture.database.dataSource());
    Connections breaking =
        new Connections() {
          @Override
          public Connection take() throws SQLException {
            return failingToClose(real.take());
          }

          @Override
          public Connection open() throws SQLException {
            return real.open();
          }

          @Override
          public void evict() {}

          @Override
          public void discard(Connection broken) {}
        };
    Transactions broken =
        new Transactions(
            new Availability(breaking, OutageLimits.DEFAULT, Clock.system(), new Random(1)),
            InstantSource.system());

    int answer =
        broken.write(
            c -> {
              c.update("INSERT INTO service_class (name, priority) VALUES ('behind', 1)");
              return 7;
            });

    assertThat(answer).isEqualTo(7);
    assertThat(fixture.rows("SELECT name FROM service_class WHERE name = 'behind'")).hasSize(1);
  }

  @Test
  void givesUpAfterABoundedNumberOfRunsAndLeavesNothing() throws SQLException {
    AtomicInteger runs = new AtomicInteger();
    assertThatThrownBy(() -> insertClass("never", runs, Integer.MAX_VALUE))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.transientFailure()).isTrue());
    assertThat(runs.get()).isBetween(2, 10);
    assertThat(fixture.rows("SELECT name FROM service_class WHERE name = 'never'")).isEmpty();
  }

  @Test
  void aConnectionThatCannotRollBackIsNotUsedAgain() throws SQLException {
    assertThatThrownBy(
            () ->
                transactions.write(
                    c -> {
                      c.update("INSERT INTO service_class (name, priority) VALUES ('lost', 1)");
                      return c.update("KILL CONNECTION_ID()");
                    }))
        .isInstanceOf(StoreException.class);
    assertThat(insertClass("kept", new AtomicInteger(), 0)).isEqualTo(1);
    assertThat(fixture.rows("SELECT name FROM service_class WHERE name IN ('lost', 'kept')"))
        .hasSize(1);
  }

  @Test
  void tellsWhatMayPassFromWhatWillNot() {
    for (SQLException passing :
        List.of(
            deadlock(),
            new SQLException("lock wait", "HY000", 1205),
            new SQLException("link failure", "08S01"),
            new SQLTransientConnectionException("pool exhausted"))) {
      assertThat(new StoreException(passing).transientFailure()).as(passing.getMessage()).isTrue();
    }
    assertThatThrownBy(() -> transactions.read(c -> c.update("SELECT nothing FROM nowhere")))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.transientFailure()).isFalse());
  }
}
