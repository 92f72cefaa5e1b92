package seda.kernel.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import seda.kernel.Clock;

/** A clock that moves only when told to, for simulations and for tests that never sleep. */
public final class VirtualClock implements Clock {
  private final Instant origin;
  private final AtomicLong nanos = new AtomicLong();

  /** A clock that starts at {@code origin}, at 0 ns. */
  public VirtualClock(Instant origin) {
    this.origin = origin;
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public Instant instant() {
    return origin.plusNanos(nanos.get());
  }

  /**
   * Moves time forward.
   *
   * @throws IllegalArgumentException if {@code step} is negative: time is monotonic
   */
  public void advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("time does not go back: " + step);
    }
    nanos.addAndGet(step.toNanos());
  }
}
