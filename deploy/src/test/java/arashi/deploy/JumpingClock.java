package arashi.deploy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import seda.kernel.Clock;

/** The machine's clock with an adjustable offset. */
final class JumpingClock implements Clock {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong wallMillis = new AtomicLong();

  @Override
  public long nanos() {
    return System.nanoTime() + nanos.get();
  }

  @Override
  public Instant instant() {
    return Instant.now().plusMillis(wallMillis.get());
  }

  /** Lets time go by: both clocks. */
  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    step(time);
  }

  /** Sets the wall clock alone, as an administrator or NTP does; back if negative. */
  void step(Duration by) {
    wallMillis.addAndGet(by.toMillis());
  }
}
