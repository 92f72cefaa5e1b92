package arashi.mime.limit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The work that one mail may cost. Loops over a mail count steps, each a token or some tens of
 * characters, and every {@value #STEPS_PER_LOOK} steps the budget looks at the time used: a look
 * costs as much as some hundred steps. The time is CPU time of the thread, so a machine that is
 * busy with other work does not exhaust the budget of a plain mail. One mail, one thread.
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

  /** Thrown by {@link #spend}; the reader of the mail catches it and keeps what it has. */
  public static final class ExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExhaustedException() {
      super("the mail takes more time than one mail may", null, false, false);
    }
  }

  /**
   * What each mail gets.
   *
   * @param time CPU time that reading one mail may take; the same again to show it
   * @param usedNanos CPU time of the calling thread so far, in nanoseconds
   */
  public record Limit(Duration time, LongSupplier usedNanos) {
    /** Two seconds: forty times what the dearest megabyte takes. */
    public static final Duration DEFAULT_TIME = Duration.ofSeconds(2);

    /** Refuses a time in which no mail could be read. */
    public Limit {
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException("mail.reading-time = " + time + ", must be positive");
      }
    }

    /** A limit of CPU time, as the JVM measures it. */
    public static Limit ofCpuTime(Duration time) {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      return new Limit(time, threads::getCurrentThreadCpuTime);
    }

    /** A budget for one mail, counted from now. */
    public WorkBudget start() {
      return new WorkBudget(usedNanos, usedNanos.getAsLong() + time.toNanos());
    }
  }

  /** A budget that is never exhausted; it counts steps. */
  public static WorkBudget unlimited() {
    return new WorkBudget(() -> 0, Long.MAX_VALUE);
  }

  /** Counts work that has been done; true while there is time left. */
  public boolean allows(long more) {
    steps += more;
    if (steps >= nextLook) {
      nextLook = steps + STEPS_PER_LOOK;
      exhausted |= usedNanos.getAsLong() >= endNanos;
    }
    return !exhausted;
  }

  /**
   * Counts work that has been done.
   *
   * @throws ExhaustedException if the time is over
   */
  public void spend(long more) {
    if (!allows(more)) {
      throw new ExhaustedException();
    }
  }

  /** Steps so far. */
  public long steps() {
    return steps;
  }
}
