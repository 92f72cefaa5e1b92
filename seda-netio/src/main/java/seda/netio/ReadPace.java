package seda.netio;

import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.control.InputRateController;

/**
 * Spreads the reads of one processor over time. Each read gets a time slot; the controller derives
 * the pause between slots from the reads of the last second. A source below the rate is not
 * delayed.
 */
final class ReadPace {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  private final Clock clock;
  private final InputRateController controller;
  private long pauseNanos;
  private long nextNanos;
  private long intervalStart;
  private long reads;

  /** Creates a pace of {@code readsPerSecond}; without a limit if it is infinite. */
  ReadPace(Clock clock, double readsPerSecond) {
    this.clock = clock;
    this.controller =
        Double.isInfinite(readsPerSecond)
            ? null
            : new InputRateController(readsPerSecond, MAX_PAUSE);
    this.nextNanos = clock.nanos();
    this.intervalStart = nextNanos;
  }

  /** Takes the next slot; returns the nanoseconds until it. */
  long nanosToNext() {
    if (pauseNanos == 0) {
      return 0;
    }
    long now = clock.nanos();
    long moment = Math.max(0, nextNanos - now);
    nextNanos = now + moment + pauseNanos;
    return moment;
  }

  /** Counts a read. */
  void count() {
    if (controller == null) {
      return;
    }
    reads++;
    long now = clock.nanos();
    long nanos = now - intervalStart;
    if (nanos >= INTERVAL.toNanos()) {
      pauseNanos = controller.next(reads, reads, Duration.ofNanos(nanos)).toNanos();
      intervalStart = now;
      reads = 0;
    }
  }
}
