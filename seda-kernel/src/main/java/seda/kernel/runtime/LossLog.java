package seda.kernel.runtime;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.KnownFailure;

/**
 * Logs events that a stage did not complete: the first at once, then at most once per second with
 * the number since. Any thread.
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

  /** Records a handler failure; a {@link KnownFailure} is logged at DEBUG only. */
  void failed(Throwable cause) {
    if (cause instanceof KnownFailure) {
      log.debug("stage={} event failed: {}", stage, cause.getMessage());
      return;
    }
    failed.incrementAndGet();
    if (isDue()) {
      log.error(
          "stage={} failed={} shed={} events; cause of the last failure follows",
          stage,
          failed.getAndSet(0),
          shed.getAndSet(0),
          cause);
    }
  }

  /** Records a shed event of a stage without a listener. */
  void shed() {
    shed.incrementAndGet();
    if (isDue()) {
      log.warn(
          "stage={} failed={} shed={} events; the stage has no listener",
          stage,
          failed.getAndSet(0),
          shed.getAndSet(0));
    }
  }

  /** True for one caller per second. */
  private boolean isDue() {
    long now = clock.nanos();
    long due = nextAt.get();
    return now - due >= 0 && nextAt.compareAndSet(due, now + INTERVAL_NANOS);
  }
}
