package seda.kernel.runtime;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.KnownFailure;

/**
 * Logs the events that a stage did not complete: the first at once, then at most once a second,
 * with the number since. Any thread.
 */
final class LossLog {
  private static final Logger log = LoggerFactory.getLogger(LossLog.class);
  private static final long INTERVAL_NANOS = 1_000_000_000;

  private final String stage;
  private final Clock clock;
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong shed = new AtomicLong();
  private final AtomicLong nextAt;

  LossLog(String stage, Clock clock) {
    this.stage = stage;
    this.clock = clock;
    this.nextAt = new AtomicLong(clock.nanos());
  }

  /** The handler failed on an event; a cause that is logged elsewhere counts at DEBUG alone. */
  void failed(Throwable cause) {
    if (cause instanceof KnownFailure) {
      log.debug("stage={} event failed: {}", stage, cause.getMessage());
      return;
    }
    failed.incrementAndGet();
    if (isDue()) {
      log.error(
          "stage={} failed={} shed={} events, the last for this reason",
          stage,
          failed.getAndSet(0),
          shed.getAndSet(0),
          cause);
    }
  }

  /** An event was shed, and the application is not told. */
  void shed() {
    shed.incrementAndGet();
    if (isDue()) {
      log.warn(
          "stage={} failed={} shed={} events, and has no listener",
          stage,
          failed.getAndSet(0),
          shed.getAndSet(0));
    }
  }

  /** True for one caller a second. */
  private boolean isDue() {
    long now = clock.nanos();
    long due = nextAt.get();
    return now - due >= 0 && nextAt.compareAndSet(due, now + INTERVAL_NANOS);
  }
}
