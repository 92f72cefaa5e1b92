package arashi.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import arashi.store.mail.NewMail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/**
 * While mails come and go, and nodes fold and die, each search finds the same as a scan of all
 * mails. Limits are small, so that a few hundred mails pass all tiers.
 */
@Tag("database")
class SearchIndexTest {
  static final Duration LEASE = Duration.ofSeconds(10);

  static final IndexLimits SMALL =
      new IndexLimits(
          4, 6, 3, 150, 0.25, 200, 3, 7, Duration.ZERO, LEASE, Duration.ofSeconds(30), 10_000);

  private StoreFixture fixture;
  private Store store;
  private Store other;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    store = node();
    other = node();
  }

  @AfterEach
  void close() {
    store.service().availability().close();
    other.service().availability().close();
    fixture.close();
  }

  private Store node() {
    return node(Connections.of(fixture.database.dataSource()));
  }

  private Store node(Connections connections) {
    return Store.over(connections, OutageLimits.DEFAULT, SMALL, fixture.time, Clock.system());
  }

  private static void finish(Store node) {
    while (node.upkeep().indexUpkeep().step()) {
      // until nothing is left
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void findsWhatAScanWouldWhateverHappens(long seed) throws Exception {
    Random random = new Random(seed);
    ModelledAccount one = new ModelledAccount(fixture, random);
    ModelledAccount two = new ModelledAccount(fixture, random);
    List<NewMail> gone = new ArrayList<>();
    for (int round = 0; round < 250; round++) {
      ModelledAccount account = random.nextInt(4) == 0 ? two : one;
      Store node = random.nextBoolean() ? store : other;
      switch (random.nextInt(10)) {
        case 0 -> account.add(node, 1 + random.nextInt(random.nextBoolean() ? 3 : 40));
        case 1 -> account.add(node, 1);
        case 2 -> gone = account.delete(node, random.nextInt(random.nextInt(10) == 0 ? 60 : 5));
        case 3 -> account.add(node, gone);
        case 4 -> fixture.now.updateAndGet(now -> now.plusSeconds(random.nextInt(15)));
        case 5 -> {
          for (int i = random.nextInt(60); i >= 0; i--) {
            node.upkeep().indexUpkeep().step();
          }
        }
        case 6 -> account.remake(node, node.equals(store) ? 1 : 2, 1 + random.nextInt(12));
        case 7 -> {
          if (random.nextInt(4) == 0) {
            account.mark(node);
          }
        }
        default -> account.checkRandomSearch(node);
      }
    }
    fixture.now.updateAndGet(now -> now.plus(LEASE).plus(SMALL.round()).plusMillis(1));
    finish(store);
    finish(other);
    for (ModelledAccount account : List.of(one, two)) {
      account.checkAll(store);
      account.checkAll(other);
      account.mark(store);
      while (account.remake(store, 3, 11)) {
        store.upkeep().indexUpkeep().step();
      }
      finish(store);
      account.checkAll(other);
      fixture.assertConsistent(account.account);
      assertFolded(account);
    }
  }

  private void assertFolded(ModelledAccount account) throws Exception {
    assertThat(fixture.rows(segments(account, "state <> 2 OR target <> 0"))).isEmpty();
    assertThat(fixture.rows(segments(account, "mails > " + SMALL.maxMails()))).isEmpty();
    assertThat(fixture.count("search_fresh", account.account)).isLessThan(SMALL.freshMails());
    assertThat(fixture.rows(segments(account, "TRUE"))).hasSizeLessThan(25);
    assertThat(
            fixture.rows(
                "SELECT DISTINCT b.segment FROM search_block b LEFT JOIN search_segment s ON"
                    + " s.account = b.account AND s.segment = b.segment WHERE s.segment IS NULL"))
        .as("blocks of no segment")
        .isEmpty();
    assertThat(
            fixture.rows(
                "SELECT s.segment FROM search_segment s LEFT JOIN search_stale d ON d.account ="
                    + " s.account AND d.segment = s.segment GROUP BY s.account, s.segment, s.stale"
                    + " HAVING s.stale <> COUNT(d.message)"))
        .as("segments that count their stale mails wrong")
        .isEmpty();
    assertThat(
            fixture.rows(
                "SELECT DISTINCT d.segment FROM search_stale d LEFT JOIN search_segment s ON"
                    + " s.account = d.account AND s.segment = d.segment WHERE s.segment IS NULL"))
        .as("stale mails of no segment")
        .isEmpty();
  }

  private static String segments(ModelledAccount account, String where) {
    return "SELECT segment FROM search_segment WHERE account = %d AND (%s)"
        .formatted(account.account, where);
  }

  /** Each run samples the statements, unless a system property asks for all. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void losesNothingWhereverAFoldIsKilled(boolean afterwards) throws Exception {
    boolean often = Boolean.getBoolean("arashi.test.every-kill");
    long seed = Long.getLong("arashi.seed", System.nanoTime());
    System.out.println("arashi.seed=" + seed);
    Random random = new Random(seed);
    boolean died = true;
    int deaths = 0;
    ModelledAccount account = new ModelledAccount(fixture, random);
    for (int statement = 0; died; statement += 1 + random.nextInt(often ? 3 : 9)) {
      account.add(store, 4 + random.nextInt(2));
      account.add(store, 6 + random.nextInt(5));
      account.delete(store, 2);
      MortalConnections connections =
          new MortalConnections(fixture.database.dataSource(), statement, afterwards);
      Store mortal = node(connections);
      try {
        finish(mortal);
      } catch (MortalConnections.DeadException e) {
        deaths++;
      }
      died = connections.isDead();
      mortal.service().availability().close();
      for (int i = 0; i < 4; i++) {
        account.checkRandomSearch(store);
      }
      if (random.nextBoolean()) { // else the next run finds the leftovers of several
        fixture.now.updateAndGet(now -> now.plus(LEASE).plusMillis(1));
      }
      fixture.now.updateAndGet(now -> now.plus(Duration.ofMillis(1)));
    }
    assertThat(deaths).isGreaterThan(often ? 30 : 8);
    fixture.now.updateAndGet(now -> now.plus(LEASE).plus(SMALL.round()).plusMillis(1));
    finish(store);
    account.checkAll(store);
    fixture.assertConsistent(account.account);
    assertFolded(account);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void losesNothingWhereverTheReadingOfOldMailIsKilled(boolean afterwards) throws Exception {
    Random random = new Random(9);
    ModelledAccount account = new ModelledAccount(fixture, random);
    for (int i = 0; i < 5; i++) {
      account.add(store, 6 + random.nextInt(5));
    }
    finish(store);
    account.add(store, 3);
    account.mark(store);
    boolean died = true;
    int deaths = 0;
    for (int statement = 0; died; statement++) {
      long before = account.remadeFrom(fixture);
      MortalConnections connections =
          new MortalConnections(fixture.database.dataSource(), statement, afterwards);
      Store mortal = node(connections);
      try {
        if (!account.remake(mortal, 1, 7)) {
          account.mark(store);
        }
      } catch (MortalConnections.DeadException e) {
        deaths++;
        account.takeIfWritten(fixture, before);
      }
      died = connections.isDead();
      mortal.service().availability().close();
      account.checkAll(store);
      fixture.assertConsistent(account.account);
    }
    assertThat(deaths).isGreaterThan(20);
    finish(store);
    account.checkAll(store);
    assertFolded(account);
  }

  /** The fold has already read the stale ids; later ones are carried over to its output. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8, 13})
  void givesMailsOtherTermsWhileAFoldOfThemIsUnderWay(int steps) throws Exception {
    ModelledAccount account = new ModelledAccount(fixture, new Random(steps));
    for (int i = 0; i < SMALL.fanOut(); i++) {
      account.add(store, SMALL.directMails());
    }
    account.mark(store);
    account.remake(store, 1, 4); // stale before the fold
    while (fixture.rows(segments(account, "state = 1")).isEmpty()) {
      store.upkeep().indexUpkeep().step();
    }
    for (int i = 0; i < steps; i++) {
      store.upkeep().indexUpkeep().step();
    }
    account.mark(store);
    account.remake(store, 1, 9); // during the fold, some of them once more
    account.checkAll(store);
    if (steps % 2 == 1) { // another process takes over the fold
      fixture.now.updateAndGet(now -> now.plus(LEASE).plus(SMALL.round()).plusMillis(1));
      finish(other);
    }
    finish(store);
    account.checkAll(store);
    while (account.remake(store, 1, 5)) {
      // the rest
    }
    fixture.now.updateAndGet(now -> now.plus(LEASE).plus(SMALL.round()).plusMillis(1));
    finish(store);
    account.checkAll(other);
    fixture.assertConsistent(account.account);
    assertFolded(account);
  }

  @Test
  void goesOnWithAFoldOfItsLastProcessOnceThatOnesLeaseHasEnded() throws Exception {
    ModelledAccount account = new ModelledAccount(fixture, new Random(5));
    for (int i = 0; i < SMALL.fanOut(); i++) {
      account.add(store, SMALL.directMails());
    }
    while (fixture.rows(segments(account, "state = 1")).isEmpty()) {
      store.upkeep().indexUpkeep().step();
    }
    Store next = node();
    finish(next);
    assertThat(fixture.rows(segments(account, "state = 1"))).as("leased").hasSize(1);

    fixture.now.updateAndGet(now -> now.plus(LEASE).plusMillis(2));
    finish(next);
    assertFolded(account);
    account.checkAll(next);
    next.service().availability().close();
  }

  @Test
  void isRightWhileTwoNodesFoldOneAccount() throws Exception {
    Random random = new Random(11);
    ModelledAccount account = new ModelledAccount(fixture, random);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<?>> folders = new ArrayList<>();
    for (Store node : List.of(store, other)) {
      folders.add(
          threads.submit(
              () -> {
                while (!isOver.get()) {
                  node.upkeep().indexUpkeep().step();
                }
              }));
    }
    try {
      for (int round = 0; round < 150; round++) {
        Store node = random.nextBoolean() ? store : other;
        account.add(node, 1 + random.nextInt(10));
        if (random.nextInt(4) == 0) {
          account.delete(node, random.nextInt(20));
        }
        account.checkRandomSearch(node);
        // the other node takes over folds now and then
        fixture.now.updateAndGet(now -> now.plusMillis(random.nextInt(3_000)));
        if (round % 40 == 0) {
          account.mark(node);
        }
        account.remake(node, node.equals(store) ? 1 : 2, 1 + random.nextInt(10));
      }
    } finally {
      isOver.set(true);
      threads.shutdown();
    }
    for (Future<?> folder : folders) {
      folder.get();
    }
    fixture.now.updateAndGet(now -> now.plus(LEASE).plus(SMALL.round()).plusMillis(1));
    finish(store);
    account.checkAll(store);
    fixture.assertConsistent(account.account);
    assertFolded(account);
  }

  @Test
  void neverUsesTheIdOfADeletedMailThatASegmentStillHas() throws Exception {
    Random random = new Random(13);
    ModelledAccount account = new ModelledAccount(fixture, random);
    account.add(store, 10);
    List<NewMail> gone = account.delete(store, 10);
    account.add(store, gone);

    account.checkAll(store);
    assertThat(fixture.count("search_dead", account.account)).isEqualTo(10);
    finish(store);
    account.checkAll(store);
    assertThat(fixture.count("search_dead", account.account)).isZero();
  }
}
