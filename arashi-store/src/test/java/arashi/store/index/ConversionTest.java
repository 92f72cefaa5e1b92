package arashi.store.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** Converts the index of older releases during searches and node failures. */
class ConversionTest {
  private static final IndexLimits THREE_A_STEP =
      new IndexLimits(
          4,
          6,
          3,
          150,
          0.25,
          400,
          20,
          100,
          3,
          Duration.ZERO,
          SearchIndexTest.LEASE,
          Duration.ofSeconds(30),
          10_000);

  private StoreFixture fixture;
  private final List<Store> nodes = new ArrayList<>();

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
  }

  @AfterEach
  void close() {
    nodes.forEach(node -> node.availability().close());
    fixture.close();
  }

  private Store node(Connections connections) {
    Store node =
        Store.over(connections, OutageLimits.DEFAULT, THREE_A_STEP, fixture.time, Clock.system());
    nodes.add(node);
    return node;
  }

  private Store node() {
    return node(Connections.of(fixture.database.dataSource()));
  }

  private static void finish(Store node) {
    while (node.indexUpkeep().step()) {
      // until nothing is left
    }
  }

  private boolean isOldIndexThere() throws Exception {
    return !fixture.rows("SHOW TABLES LIKE 'search_term'").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void findsEverythingThoughItIsInterruptedAtFiftyMoments(long seed) throws Exception {
    Random random = new Random(seed);
    ModelledAccount first = new ModelledAccount(fixture, random);
    ModelledAccount second = new ModelledAccount(fixture, random);
    for (ModelledAccount account : List.of(first, second)) {
      account.add(fixture.store, 150);
      account.makeLegacy(fixture);
    }
    int deaths = 0;
    boolean isOver = false;
    Store living = node();
    while (!isOver) {
      MortalConnections connections =
          new MortalConnections(
              fixture.database.dataSource(), random.nextInt(80), random.nextBoolean());
      try {
        finish(node(connections));
        isOver = true;
      } catch (MortalConnections.DeadException e) {
        deaths++;
      }
      ModelledAccount account = random.nextBoolean() ? first : second;
      account.checkRandomSearch(living);
      if (random.nextInt(4) == 0) {
        account.delete(living, random.nextInt(4));
        account.add(living, random.nextInt(4));
      }
      fixture.now.updateAndGet(now -> now.plus(SearchIndexTest.LEASE).plusMillis(1));
    }
    assertThat(deaths).isGreaterThan(50);
    finish(living);
    for (ModelledAccount account : List.of(first, second)) {
      account.checkAll(living);
      fixture.assertConsistent(account.account);
    }
    assertThat(fixture.rows("SELECT account FROM search_conversion")).isEmpty();
    assertThat(isOldIndexThere()).isFalse();
    fixture.store.accounts().remove(second.account);
    first.checkAll(node());
  }

  @Test
  void dropsTheOldIndexOnlyWhenEachAccountIsTakenOver() throws Exception {
    ModelledAccount account = new ModelledAccount(fixture, new Random(3));
    account.add(fixture.store, 30);
    account.makeLegacy(fixture);
    Store node = node();
    int steps = 0;
    while (!fixture.rows("SELECT account FROM search_conversion").isEmpty()) {
      assertThat(isOldIndexThere()).isTrue();
      assertThat(node.indexUpkeep().step()).isTrue();
      account.checkAll(node);
      steps++;
    }
    assertThat(steps).isGreaterThan(9);
    finish(node);
    assertThat(isOldIndexThere()).isFalse();
    account.checkAll(node);
  }

  @Test
  void removesAnAccountThatIsNotTakenOver() throws Exception {
    ModelledAccount account = new ModelledAccount(fixture, new Random(4));
    account.add(fixture.store, 30);
    account.makeLegacy(fixture);

    fixture.store.accounts().remove(account.account);

    for (String table : List.of("search_term", "search_conversion", "search_block")) {
      assertThat(fixture.count(table, account.account)).as(table).isZero();
    }
  }

  @Test
  void completesTermsOfFieldsThatOlderReleasesCut() {
    String word = "w".repeat(62) + "ör"; // 65 bytes: truncated within the last character
    List<byte[]> cut = new ArrayList<>();
    for (String term : List.of("f:" + "w".repeat(62), "s:short", "short", word, "w".repeat(63))) {
      cut.add(term.getBytes(UTF_8));
    }
    assertThat(Conversion.withWholeTerms(cut).stream().map(term -> new String(term, UTF_8)))
        .contains("f:" + word, "f:" + "w".repeat(63), "s:short", "short", word)
        .doesNotContain("s:" + word, "f:short");
  }
}
