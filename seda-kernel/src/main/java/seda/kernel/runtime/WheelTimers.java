package seda.kernel.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.Timers;

/** Timers on a {@link TimerWheel} with its own thread, which lives while the graph runs. */
public final class WheelTimers implements Timers {
  private static final Logger log = LoggerFactory.getLogger(WheelTimers.class);
  private static final long TICK_NANOS = Duration.ofMillis(1).toNanos();
  private static final int SLOTS = 1024;

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final TimerWheel wheel;

  /** Used by the timer thread only. */
  private final List<Entry> due = new ArrayList<>();

  private volatile Thread thread;
  private volatile boolean stopping;

  public WheelTimers(Clock clock) {
    this.clock = clock;
    this.wheel = new TimerWheel(TICK_NANOS, SLOTS, clock.nanos());
  }

  /** A timer. Guarded by the lock, except while its action runs. */
  private final class Entry implements Handle {
    private final Runnable action;
    private final long periodNanos;
    private long deadline;
    private TimerWheel.Timer timer;
    private boolean cancelled;
    private boolean over;

    Entry(Runnable action, long deadline, long periodNanos) {
      this.action = action;
      this.deadline = deadline;
      this.periodNanos = periodNanos;
    }

    void start(long now) {
      timer = wheel.schedule(now, deadline - now, () -> due.add(this));
    }

    /** Restarts a periodic timer after it was removed to fire. */
    void startAgain(long now) {
      if (periodNanos == 0) {
        over = true;
      } else if (!cancelled) {
        long missed = Math.max(0, (now - deadline) / periodNanos);
        deadline += (missed + 1) * periodNanos;
        start(now);
      }
    }

    @Override
    public boolean cancel() {
      lock.lock();
      try {
        if (over || cancelled) {
          return false;
        }
        cancelled = true;
        timer.cancel();
        return true;
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public Handle after(Duration delay, Runnable action) {
    return start(action, delay.toNanos(), 0);
  }

  @Override
  public Handle every(Duration period, Runnable action) {
    if (period.isNegative() || period.isZero()) {
      throw new IllegalArgumentException("period = " + period + ", must be more than zero");
    }
    return start(action, period.toNanos(), period.toNanos());
  }

  @Override
  public Handle at(Instant moment, Runnable action) {
    return after(Duration.between(clock.instant(), moment), action);
  }

  private Handle start(Runnable action, long delayNanos, long periodNanos) {
    lock.lock();
    try {
      long now = clock.nanos();
      Entry entry = new Entry(action, now + Math.max(0, delayNanos), periodNanos);
      entry.start(now);
      return entry;
    } finally {
      lock.unlock();
      LockSupport.unpark(thread);
    }
  }

  public void start() {
    thread = new Thread(this::run, "timers");
    thread.setDaemon(true);
    thread.start();
  }

  public void stop() {
    stopping = true;
    LockSupport.unpark(thread);
    if (thread != null) {
      Threads.joinUninterruptibly(thread);
    }
  }

  private void run() {
    while (!stopping) {
      long wait = fireDue();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      }
    }
  }

  /** Fires due timers in order. Returns the nanoseconds to wait for more; 0 if a timer was due. */
  long fireDue() {
    long wait = takeDue();
    due.sort(
        (one, other) ->
            Long.signum(one.deadline - other.deadline)); // timers of one tick are unordered
    due.forEach(this::fire);
    due.clear();
    return wait;
  }

  private long takeDue() {
    lock.lock();
    try {
      wheel.advance(clock.nanos());
      return due.isEmpty() ? wheel.nanosToNext(clock.nanos()) : 0;
    } finally {
      lock.unlock();
    }
  }

  private void fire(Entry entry) {
    lock.lock();
    try {
      if (entry.cancelled) {
        return;
      }
      entry.startAgain(clock.nanos());
    } finally {
      lock.unlock();
    }
    try {
      entry.action.run();
    } catch (RuntimeException | Error e) { // other timers must still fire
      log.error("timer failed", e);
    }
  }
}
