package db.migrations;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a time-out. */
final class Eventually {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration BETWEEN = Duration.ofMillis(20);

  private Eventually() {}

  /** Polls until the condition holds. */
  static void holds(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("did not come true in " + PATIENCE);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }
}
