package seda.kernel;

import java.time.Instant;

/** The only source of time for a graph and its controllers. Implementations are thread-safe. */
public interface Clock {

  /** Returns monotonic time in nanoseconds from an arbitrary origin. */
  long nanos();

  /** Returns wall-clock time, for display and for other systems. */
  Instant instant();

  /** Returns the system clock. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** {@link System#nanoTime()} and {@link Instant#now()}. */
  enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public Instant instant() {
      return Instant.now();
    }
  }
}
