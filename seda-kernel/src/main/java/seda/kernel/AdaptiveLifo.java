package seda.kernel;

import java.time.Duration;

/** FIFO; LIFO while the queues have not been empty for {@code delay}. */
record AdaptiveLifo(Duration delay, long delayNanos) implements ServiceOrder {

  AdaptiveLifo(Duration delay) {
    this(delay, delay.toNanos());
  }

  AdaptiveLifo {
    if (delayNanos < 0) {
      throw new IllegalArgumentException("lifo-after = " + delay + ", must not be negative");
    }
  }

  @Override
  public String name() {
    return "adaptive-lifo";
  }

  @Override
  public long urgency(WaitingEvent event) {
    return event.isNewestFirst() ? -event.stamp() : event.stamp();
  }

  @Override
  public boolean newestFirst(long standingNanos) {
    return standingNanos > delayNanos;
  }
}
