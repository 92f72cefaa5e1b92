package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceEstimateTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private long now;
  private final ServiceEstimate estimate = new ServiceEstimate(now);

  private void serve(int events, long nanosEach, long every) {
    for (int i = 0; i < events; i++) {
      estimate.started(now, 1, 1);
      now += nanosEach;
      estimate.ended(now, 1, 1, 1, nanosEach);
      now += every;
    }
  }

  @Test
  void aColdStartIsNotHeldAgainstARareEvent() {
    serve(5, 500 * MILLI, SECOND);
    serve(20, 5 * MILLI, SECOND);
    assertThat(estimate.p90(estimate.mean(now, 1))).isLessThan(100 * MILLI);
  }

  @Test
  void aSlowBackendIsSeenAtOnce() {
    serve(500, 5 * MILLI, MILLI);
    double before = estimate.p90(estimate.mean(now, 1));
    serve(40, 50 * MILLI, MILLI);
    assertThat(estimate.p90(estimate.mean(now, 1))).isGreaterThan(5 * before);
  }

  @Test
  void aBurstAfterAPauseDoesNotLookSlowBecauseItHasJustBegun() {
    int threads = 4;
    serve(100, 30 * MILLI, SECOND);
    now += 600 * SECOND;
    estimate.started(now, threads, 1);
    estimate.started(now, threads, 1);
    estimate.started(now, threads, 1);
    estimate.started(now, threads, 1);
    now += 29 * MILLI;

    assertThat(estimate.mean(now, threads)).isBetween(29.0 * MILLI, 31.0 * MILLI);
  }

  @Test
  void aStalledBackendIsSeenThoughNothingFinishes() {
    serve(100, 30 * MILLI, SECOND);
    estimate.started(now, 1, 1);
    now += SECOND;

    assertThat(estimate.mean(now, 1)).isGreaterThan(300.0 * MILLI);
  }
}
