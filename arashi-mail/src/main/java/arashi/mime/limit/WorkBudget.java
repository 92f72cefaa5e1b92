package arashi.mime.limit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The work budget of one mail. Loops over a mail count steps, each one token or some tens of
 * characters. Every {@value #STEPS_PER_LOOK} steps the budget checks the time used; a check costs
 * as much as some hundred steps. It measures CPU time of the thread, so load on the machine does
 * not exhaust the budget of an ordinary mail. For one mail on one thread.
 */
public final class WorkBudget {
  private static final int STEPS_PER_LOOK = 1_024;

  private final LongSupplier usedNanos;
  private final long endNanos;
  private long steps;
  private long nextLook = STEPS_PER_LOOK;
  private boolean exhausted;

  private WorkBudget(LongSupplier usedNanos, long endNanos) {
    this.usedNanos = usedNanos;
    this.endNanos = endNanos;
  }

  /** Thrown by {@link #spend}; the reader of the mail catches it and keeps the results so far. */
  public static final class ExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExhaustedException() {
      super("the mail exceeds its CPU time budget (mail.reading-time)", null, false, false);
    }
  }

  /**
   * The time limit per mail.
   *
   * @param time CPU time for parsing one mail; the same again for displaying it
   * @param usedNanos CPU time of the calling thread so far, in nanoseconds
   */
  public record Limit(Duration time, LongSupplier usedNanos) {
    /** Two seconds: forty times the cost of the most expensive megabyte. */
    public static final Duration DEFAULT_TIME = Duration.ofSeconds(2);

    /** Rejects a time that would admit no mail. */
    public Limit {
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException("mail.reading-time = " + time + ", must be positive");
      }
    }

    /** Creates a limit of CPU time, as measured by the JVM. */
    public static Limit ofCpuTime(Duration time) {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      return new Limit(time, threads::getCurrentThreadCpuTime);
    }

    /** Starts a budget for one mail. */
    public WorkBudget start() {
      return new WorkBudget(usedNanos, usedNanos.getAsLong() + time.toNanos());
    }
  }

  /** Returns a budget that never ends but counts steps. */
  public static WorkBudget unlimited() {
    return new WorkBudget(() -> 0, Long.MAX_VALUE);
  }

  /** Charges completed work; true while time remains. */
  public boolean allows(long more) {
    steps += more;
    if (steps >= nextLook) {
      nextLook = steps + STEPS_PER_LOOK;
      exhausted |= usedNanos.getAsLong() >= endNanos;
    }
    return !exhausted;
  }

  /**
   * Charges completed work.
   *
   * @throws ExhaustedException if the time is used up
   */
  public void spend(long more) {
    if (!allows(more)) {
      throw new ExhaustedException();
    }
  }

  /** Returns the steps charged so far. */
  public long steps() {
    return steps;
  }
}
