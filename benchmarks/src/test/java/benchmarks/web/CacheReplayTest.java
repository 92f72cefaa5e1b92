package benchmarks.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import benchmarks.web.CacheReplay.Cache;
import benchmarks.web.CacheReplay.Outcome;
import benchmarks.web.CacheReplay.Request;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class CacheReplayTest {
  private static final long BUDGET = 4 << 20;
  private static final FileSet FILES = new FileSet(Path.of("none"), 50);

  private static List<Request> requests(CacheReplay.Pattern pattern) {
    return pattern.requests(FILES, 100_000, 1);
  }

  private static Outcome play(CacheReplay.Pattern pattern, LongFunction<Cache> policy) {
    return CacheReplay.play(requests(pattern), policy.apply(BUDGET));
  }

  @Test
  void lruEvictsTheLeastRecentlyUsedPage() {
    Cache lru = Cache.lru(10);
    lru.keep().accept("a", 4);
    lru.keep().accept("b", 4);
    assertThat(lru.find().test("a")).isTrue();
    lru.keep().accept("c", 4);

    assertThat(lru.find().test("b")).isFalse();
    assertThat(lru.find().test("a")).isTrue();
    assertThat(lru.find().test("c")).isTrue();
    lru.keep().accept("too much", 11);
    assertThat(lru.weight().getAsLong()).isZero();
  }

  @Test
  void keepsToItsBudget() {
    for (LongFunction<Cache> policy : List.<LongFunction<Cache>>of(Cache::lru, Cache::tinyLfu)) {
      Cache cache = policy.apply(BUDGET);
      CacheReplay.play(requests(CacheReplay.Pattern.USERS), cache);
      assertThat(cache.weight().getAsLong()).isBetween(BUDGET * 9 / 10, BUDGET);
    }
  }

  @Test
  void countsUsersRequestsOfTheSecondHalf() {
    Request once = new Request("/once", 1, false);
    Request first = new Request("/a", 300, true);
    Request other = new Request("/b", 100, true);

    Outcome outcome =
        CacheReplay.play(List.of(first, once, once, first, once, other), Cache.lru(BUDGET));

    assertThat(outcome.hits()).isCloseTo(0.5, within(1e-9));
    assertThat(outcome.bytes()).isCloseTo(0.75, within(1e-9));
  }

  @Test
  void aFourthOfTheRequestsIsNotTheUsers() {
    assertThat(requests(CacheReplay.Pattern.USERS)).allMatch(Request::counts);
    assertThat(requests(CacheReplay.Pattern.CRAWLER).stream().filter(r -> !r.counts()).limit(36))
        .extracting(Request::page)
        .containsExactlyElementsOf(
            FILES.entries().stream().limit(36).map(FileSet.Entry::path).toList());
    assertThat(
            requests(CacheReplay.Pattern.ONCE).stream().filter(r -> !r.counts()).map(Request::page))
        .hasSize(25_000)
        .doesNotHaveDuplicates();
  }

  @Test
  void tinyLfuBeatsLruAndByMoreWithPagesAskedForOnce() {
    double gain = 0;
    for (CacheReplay.Pattern pattern :
        List.of(CacheReplay.Pattern.USERS, CacheReplay.Pattern.ONCE)) {
      double lru = play(pattern, Cache::lru).hits();
      double tinyLfu = play(pattern, Cache::tinyLfu).hits();
      assertThat(tinyLfu - lru).as(pattern.title).isGreaterThan(gain);
      gain = tinyLfu - lru;
    }
  }
}
