package arashi.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;

/**
 * Wall-clock time for decisions that cannot be undone: deleting what is old, and sending what is
 * due later. A wall clock may be set ahead by mistake, and then everything is old at once. So a
 * step ahead of monotonic time by more than {@link #TOLERANCE} counts only after the process has
 * run for {@link #PROBATION} with it; until then this time goes on as if there had been no step. A
 * step back counts at once, since it only delays.
 *
 * <p>A suspended machine looks the same after it resumes, because monotonic time pauses with it.
 * Thread-safe.
 */
public final class SteadyTime implements InstantSource {
  private static final Logger log = LoggerFactory.getLogger(SteadyTime.class);

  /** More than time synchronisation corrects at once. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** Time for an operator to notice and to correct the clock. */
  static final Duration PROBATION = Duration.ofHours(1);

  private final Clock clock;
  private Instant trusted; // the last trusted wall-clock time, and the monotonic time of then
  private long trustedNanos;
  private boolean isOnProbation;
  private long steppedNanos;

  /** Trusts the present wall-clock time. */
  public SteadyTime(Clock clock) {
    this.clock = clock;
    trust(clock.instant(), clock.nanos());
  }

  private void trust(Instant now, long nanos) {
    trusted = now;
    trustedNanos = nanos;
    isOnProbation = false;
  }

  @Override
  public synchronized Instant instant() {
    Instant now = clock.instant();
    long nanos = clock.nanos();
    Instant expected = trusted.plusNanos(nanos - trustedNanos);
    Duration ahead = Duration.between(expected, now);
    if (ahead.compareTo(TOLERANCE) <= 0) {
      trust(now, nanos);
      return now;
    }
    if (!isOnProbation) {
      isOnProbation = true;
      steppedNanos = nanos;
      log.warn(
          "the clock has stepped ahead by {} h: for an hour nothing is deleted because of its age,"
              + " and no mail is sent that was to be sent later; correct the clock if it is wrong",
          String.format(Locale.ROOT, "%.1f", ahead.toMinutes() / 60.0));
    }
    if (nanos - steppedNanos < PROBATION.toNanos()) {
      return expected;
    }
    log.warn("the clock is trusted again; it shows {}", now);
    trust(now, nanos);
    return now;
  }
}
