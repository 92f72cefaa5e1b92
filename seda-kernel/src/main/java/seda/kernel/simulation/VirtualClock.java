package seda.kernel.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import seda.kernel.Clock;

/** A clock that moves only on demand, for simulations and for tests that never sleep. */
public final class VirtualClock implements Clock {
  private final Instant origin;
  private final AtomicLong nanos = new AtomicLong();

  /** Creates a clock at 0 ns and at wall-clock time {@code origin}. */
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
   * Advances the clock.
   *
   * @throws IllegalArgumentException if {@code step} is negative: time is monotonic
   */
  public void advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("step = " + step + ", must not be negative");
    }
    nanos.addAndGet(step.toNanos());
  }
}
