package arashi.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import arashi.store.mail.Item;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import arashi.store.mail.SearchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import seda.kernel.Clock;

/**
 * Another node changes the account between any two statements of a search. The search finds the
 * same as a scan at one moment before, between or after the changes.
 */
@Tag("database")
class SearchMomentTest {
  private static final IndexLimits SMALL = SearchIndexTest.SMALL;
  private static final int BATCHES = 5;

  private StoreFixture fixture;
  private Store other;
  private InterruptedConnections connections;
  private Store searcher;
  private ModelledAccount account;
  private final List<List<Long>> scans = new ArrayList<>();

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    other = node(Connections.of(fixture.database.dataSource()));
    restart();
  }

  @AfterEach
  void close() {
    other.service().availability().close();
    searcher.service().availability().close();
    fixture.close();
  }

  private Store node(Connections from) {
    return Store.over(from, OutageLimits.DEFAULT, SMALL, fixture.time, Clock.system());
  }

  /** Starts a searching node with an empty cache. */
  private void restart() {
    if (searcher != null) {
      searcher.service().availability().close();
    }
    connections = new InterruptedConnections(fixture.database.dataSource());
    searcher = node(connections);
  }

  /** Creates an account with enough segments for a fold, and single mails. */
  private void newAccount(Random random) {
    account = new ModelledAccount(fixture, random);
    for (int i = 0; i < BATCHES; i++) {
      account.add(other, SMALL.directMails());
    }
    account.add(other, SMALL.freshMails() + 1);
    account.mark(other);
    account.remake(other, 1, SMALL.directMails() + random.nextInt(9)); // segments with stale mails
  }

  private static void finish(Store node) {
    while (node.upkeep().indexUpkeep().step()) {
      // until nothing is left
    }
  }

  private enum Change {
    FOLD,
    EXCHANGE,
    EXCHANGE_AND_FOLD,
    REMAKE,
    REMAKE_AND_FOLD
  }

  private void make(Change change, List<String> terms) {
    if (change == Change.REMAKE || change == Change.REMAKE_AND_FOLD) {
      account.mark(other);
      account.remake(other, 1, 9);
      scans.add(account.scan(terms));
    } else if (change != Change.FOLD) {
      account.add(other, 3);
      scans.add(account.scan(terms));
      account.delete(other, 20);
      scans.add(account.scan(terms));
    }
    if (change != Change.EXCHANGE && change != Change.REMAKE) {
      finish(other);
    }
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void findsWhatAScanFindsAtOneMoment(Change change) {
    for (List<String> terms : List.of(List.of("all", "half"), List.of("rarer"))) {
      assertThat(interrupted(change, terms, false)).as("statements").isGreaterThan(1);
      assertThat(interrupted(change, terms, true)).as("statements").isGreaterThan(0);
    }
  }

  /** Runs the change before each statement in turn; returns the number of statements. */
  private int interrupted(Change change, List<String> terms, boolean isWarm) {
    int statement = 0;
    while (true) {
      newAccount(new Random(statement));
      restart();
      if (isWarm) {
        search(terms);
      }
      scans.clear();
      scans.add(account.scan(terms));
      connections.after(statement, () -> make(change, terms));
      assertThat(scans)
          .as("%s before statement %d, warm: %s", terms, statement, isWarm)
          .contains(search(terms));
      if (!connections.isOver()) {
        return statement;
      }
      assertThat(search(terms)).isEqualTo(account.scan(terms));
      statement++;
    }
  }

  private List<Long> search(List<String> terms) {
    SearchResult found = newest(terms);
    assertThat(found.complete()).isTrue();
    return found.rows().stream().map(Item::message).toList();
  }

  private SearchResult newest(List<String> terms) {
    return searcher
        .mail()
        .search()
        .newest(
            account.account,
            new SearchQuery(terms, Filter.NONE, SearchQuery.FROM_NEWEST, 1_000, 100_000));
  }

  @Test
  void saysOfWhichChangeItKnows() {
    newAccount(new Random(1));
    restart();
    long before = other.mail().changes().modSeq(account.account).orElseThrow();
    connections.after(2, () -> account.add(other, 1));

    assertThat(newest(List.of("all")).modSeq()).isGreaterThan(before);
  }

  @Test
  void asksTwiceAndOnceIfNothingIsFound() {
    newAccount(new Random(2));
    restart();
    finish(other);
    assertThat(statements(List.of("all"))).as("and what is not cached yet").isEqualTo(3);
    assertThat(statements(List.of("all"))).isEqualTo(2);
    assertThat(statements(List.of("half", "third"))).isEqualTo(2);
    assertThat(statements(List.of("absent"))).isEqualTo(1);
  }

  private int statements(List<String> terms) {
    int before = connections.statements();
    search(terms);
    return connections.statements() - before;
  }
}
