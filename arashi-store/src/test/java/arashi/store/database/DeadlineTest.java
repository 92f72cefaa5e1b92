package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import arashi.store.mail.Order;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import arashi.store.mail.Sort;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.VirtualClock;

/** On both databases: the limit is a different one on each. */
@Tag("database")
class DeadlineTest {
  /** Joins about 10⁹ rows or more: minutes on any machine. */
  private static final String ENDLESS =
      "SELECT COUNT(*) FROM information_schema.collations a, information_schema.collations b,"
          + " information_schema.collations c, information_schema.collations d"
          + " WHERE CONCAT(a.id, b.id, c.id, d.id) = 'deadline test'";

  private static StoreFixture fixture;
  private static Transactions transactions;

  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);

  @BeforeAll
  static void open() {
    fixture = new StoreFixture();
    transactions = new Transactions(fixture.store.service().availability(), InstantSource.system());
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private <X extends Exception> void within(Duration time, Deadline.Work<X> work) throws X {
    Deadline.during(clock, clock.nanos() + time.toNanos(), work);
  }

  private static long run(String sql) {
    return transactions.read(c -> c.number(sql).orElseThrow());
  }

  private static List<String> running() throws SQLException {
    return fixture.rows(
        "SELECT info FROM information_schema.processlist WHERE info LIKE '%deadline test%'"
            + " AND id <> CONNECTION_ID()");
  }

  @Test
  void theServerEndsAStatementThatOutlastsTheDeadline() throws SQLException {
    within(
        Duration.ofMillis(100),
        () -> {
          assertThatThrownBy(() -> run(ENDLESS))
              .isInstanceOfSatisfying(
                  LateException.class, late -> assertThat(late.transientFailure()).isTrue());
        });
    assertThat(running()).isEmpty();
  }

  @Test
  void aSnapshotEndsAsWellAndLeavesNoTransaction() throws SQLException {
    within(
        Duration.ofMillis(100),
        () -> {
          assertThatThrownBy(() -> transactions.snapshot(c -> c.numbers(ENDLESS)))
              .isInstanceOf(LateException.class);
        });
    assertThat(running()).isEmpty();
    assertThat(run("SELECT 7")).isEqualTo(7);
  }

  /** With one connection, the statement after the cut one is on the same. */
  @Test
  void theConnectionStaysUsable() throws SQLException {
    long[] ids = new long[2];
    transactions.read(
        c -> {
          ids[0] = c.number("SELECT CONNECTION_ID()").orElseThrow();
          try {
            within(
                Duration.ofMillis(100),
                () -> Deadline.limiting(same -> same.numbers(ENDLESS)).on(c));
          } catch (StatementException cut) {
            assertThat(Deadline.hasCut(cut.driver())).isTrue();
          }
          ids[1] = c.number("SELECT CONNECTION_ID()").orElseThrow();
          // and the limit has gone with its statement
          return c.number("SELECT SLEEP(0.2)");
        });
    assertThat(ids[1]).isEqualTo(ids[0]);
  }

  @Test
  void noStatementBeginsAfterTheDeadline() {
    AtomicInteger runs = new AtomicInteger();
    within(
        Duration.ofMillis(100),
        () -> {
          transactions.read(
              c -> {
                assertThat(c.numbers("SELECT 1")).containsExactly(1L);
                clock.advance(Duration.ofMillis(100));
                assertThatThrownBy(() -> c.numbers("SELECT 1")).isInstanceOf(LateException.class);
                return 0;
              });
          assertThatThrownBy(() -> transactions.read(c -> runs.incrementAndGet()))
              .isInstanceOf(LateException.class);
        });
    assertThat(runs).hasValue(0);
    assertThat(run("SELECT 7")).isEqualTo(7);
  }

  @Test
  void writesAndWhatFollowsACommitHaveNoLimit() {
    within(
        Duration.ofMillis(100),
        () -> {
          try (Commits commits = Commits.watch()) {
            clock.advance(Duration.ofSeconds(1));
            transactions.write(
                c -> {
                  c.numbers("SELECT 1");
                  return c.update(
                      "INSERT INTO service_class (name, priority) VALUES ('deadline', 1)");
                });
            assertThat(run("SELECT 7")).isEqualTo(7);
            assertThat(commits.any()).isTrue();
          }
        });
  }

  @Test
  void limitsAreFewAndNeverShorterThanTheTimeLeft() {
    for (long millis = 1; millis <= 20_000; millis += 13) {
      long limit = Deadline.rounded(Duration.ofMillis(millis).toNanos());
      assertThat(limit).isGreaterThanOrEqualTo(millis);
      assertThat(limit).isLessThan(Math.max(Deadline.SHORTEST_MILLIS + 1, 2 * millis));
      assertThat(Long.bitCount(limit)).isEqualTo(1);
    }
  }

  @Test
  void aLimitCostsNoRoundTrip() {
    List<Long> counts = new ArrayList<>();
    for (Duration time : List.of(Duration.ofDays(100), Duration.ofSeconds(2))) {
      transactions.read(
          c -> {
            long before = roundTrips(c);
            within(
                time,
                () -> {
                  Deadline.limiting(
                          limited -> {
                            for (int i = 0; i < 10; i++) { // the first is prepared as well
                              limited.numbers("SELECT COUNT(*) FROM account");
                            }
                            return 0;
                          })
                      .on(c);
                });
            counts.add(roundTrips(c) - before);
            return 0;
          });
    }
    assertThat(counts.get(1)).isEqualTo(counts.get(0));
  }

  /**
   * Returns the round trips of this connection. Executions of prepared statements count twice, so
   * that they differ from others.
   */
  private static long roundTrips(Tx c) {
    return c
        .list(
            "SHOW SESSION STATUS WHERE variable_name IN ('Questions', 'Com_stmt_prepare',"
                + " 'Com_stmt_execute')",
            row -> row.getLong("Value"))
        .stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Every kind of statement that a list or a search sends is accepted with a limit. */
  @Test
  void listsAndSearchesAreTheSameWithADeadline() {
    long account = fixture.account();
    long inbox = fixture.inbox(account);
    fixture.add(account, inbox, StoreFixture.mails("deadline", 40));
    fixture.add(account, inbox, StoreFixture.mail("other").terms("rare").build());
    List<Object> without = reads(account, inbox);
    within(
        Duration.ofSeconds(60),
        () -> {
          assertThat(reads(account, inbox)).isEqualTo(without);
        });
  }

  private static List<Object> reads(long account, long inbox) {
    List<Object> read = new ArrayList<>();
    read.add(fixture.store.mail().folders().list(account));
    for (Sort sort : Sort.values()) {
      read.add(fixture.store.mail().items().first(account, inbox, new Order(sort, true), 10));
    }
    for (List<String> terms : List.<List<String>>of(List.of(), List.of("rare"))) {
      SearchQuery query = new SearchQuery(terms, Filter.NONE, SearchQuery.FROM_NEWEST, 10, 100);
      read.add(fixture.store.mail().search().newest(account, query));
      read.add(
          fixture
              .store
              .mail()
              .search()
              .newest(account, query.forTerms(terms, 10).before(Long.MAX_VALUE)));
    }
    read.add(List.copyOf(fixture.store.people().correspondents().find(account, "s", 10)));
    read.add(fixture.store.mail().messages().get(account, inbox, 1).orElseThrow().thread());
    return read;
  }
}
