package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TransactionsTest {

  private static StoreFixture fixture;
  private static Transactions transactions;

  @BeforeAll
  static void open() {
    fixture = new StoreFixture();
    transactions = new Transactions(fixture.store.availability());
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
          Sql.update(c, "INSERT INTO service_class (name, priority) VALUES (?, 1)", name);
          if (runs.incrementAndGet() <= failures) {
            throw deadlock();
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
                      Sql.update(
                          c, "INSERT INTO service_class (name, priority) VALUES ('lost', 1)");
                      return Sql.update(c, "KILL CONNECTION_ID()");
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
    assertThatThrownBy(() -> transactions.read(c -> Sql.update(c, "SELECT nothing FROM nowhere")))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.transientFailure()).isFalse());
  }
}
