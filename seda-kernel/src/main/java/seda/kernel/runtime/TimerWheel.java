package seda.kernel.runtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Processor;

/**
 * A hashed timing wheel. Starting and cancelling a timer is O(1), so time-outs that are usually
 * cancelled, like those of connections, cost next to nothing. Not thread-safe: each processor has
 * its own, driven by its loop.
 *
 * <p>Timers fire up to one tick late and never early. A slot holds the timers of every round and
 * skips those of later rounds.
 *
 * <p>G. Varghese, A. Lauck: <i>Hashed and Hierarchical Timing Wheels</i>, SOSP 1987, scheme 6.
 */
public final class TimerWheel {
  private static final Logger log = LoggerFactory.getLogger(TimerWheel.class);

  private final long tickNanos;
  private final Timer[] slots;
  private final int mask;
  private long tick;
  private int size;

  /** A timer of the wheel. Cancelling is idempotent and allowed after it fired. */
  public static final class Timer implements Processor.Timer {
    private final TimerWheel wheel;
    private final Runnable action;
    private final long deadlineTick;
    private Timer previous;
    private Timer following;
    private boolean pending;

    private Timer(TimerWheel wheel, Runnable action, long deadlineTick) {
      this.wheel = wheel;
      this.action = action;
      this.deadlineTick = deadlineTick;
    }

    @Override
    public void cancel() {
      wheel.unlink(this);
    }
  }

  /**
   * Creates an empty wheel.
   *
   * @param tickNanos resolution
   * @param slotCount number of slots, a power of two
   * @param nowNanos current clock reading
   */
  public TimerWheel(long tickNanos, int slotCount, long nowNanos) {
    if (tickNanos < 1 || Integer.bitCount(slotCount) != 1) {
      throw new IllegalArgumentException(
          "tick = "
              + tickNanos
              + " ns, must be at least 1; slots = "
              + slotCount
              + ", must be a power of two");
    }
    this.tickNanos = tickNanos;
    this.slots = new Timer[slotCount];
    this.mask = slotCount - 1;
    this.tick = Math.floorDiv(nowNanos, tickNanos);
  }

  /** Schedules {@code action} on the wheel's thread, {@code delayNanos} after {@code nowNanos}. */
  public Timer schedule(long nowNanos, long delayNanos, Runnable action) {
    long deadline = nowNanos + Math.max(0, delayNanos);
    // the tick after the deadline, so that the timer never fires early
    long deadlineTick = Math.max(Math.floorDiv(deadline, tickNanos) + 1, tick + 1);
    Timer timer = new Timer(this, action, deadlineTick);
    int slot = (int) (deadlineTick & mask);
    timer.following = slots[slot];
    if (timer.following != null) {
      timer.following.previous = timer;
    }
    slots[slot] = timer;
    timer.pending = true;
    size++;
    return timer;
  }

  /** Fires due timers; an action may start and cancel timers. */
  public void advance(long nowNanos) {
    long target = Math.floorDiv(nowNanos, tickNanos);
    if (size == 0 || target <= tick) {
      tick = Math.max(tick, target);
      return;
    }
    // after a long pause, one visit per slot suffices
    long from = Math.max(tick + 1, target - mask);
    tick = target;
    for (long t = from; t <= target; t++) {
      fireSlot((int) (t & mask), target);
    }
  }

  private void fireSlot(int slot, long target) {
    Timer due = null;
    for (Timer timer = slots[slot]; timer != null; ) {
      Timer following = timer.following;
      if (timer.deadlineTick <= target) {
        unlink(timer);
        timer.following = due;
        due = timer;
        timer.pending = true; // an earlier action may still cancel it
      }
      timer = following;
    }
    while (due != null) {
      Timer timer = due;
      due = timer.following;
      timer.following = null;
      if (timer.pending) {
        timer.pending = false;
        fire(timer);
      }
    }
  }

  private static void fire(Timer timer) {
    try {
      timer.action.run();
    } catch (RuntimeException | Error e) { // later timers must still fire
      log.error("timer failed", e);
    }
  }

  /**
   * Returns the nanoseconds until a timer may be due; {@link Long#MAX_VALUE} if none is pending.
   */
  public long nanosToNext(long nowNanos) {
    if (size == 0) {
      return Long.MAX_VALUE;
    }
    for (int ahead = 1; ahead <= slots.length; ahead++) {
      if (slots[(int) ((tick + ahead) & mask)] != null) {
        return Math.max(0, (tick + ahead) * tickNanos - nowNanos);
      }
    }
    throw new AssertionError("a timer is in no slot");
  }

  public int size() {
    return size;
  }

  private void unlink(Timer timer) {
    if (!timer.pending) {
      return;
    }
    timer.pending = false;
    int slot = (int) (timer.deadlineTick & mask);
    boolean linked = timer.previous != null || slots[slot] == timer;
    if (!linked) {
      return; // already removed to fire
    }
    size--;
    if (timer.previous != null) {
      timer.previous.following = timer.following;
    } else {
      slots[slot] = timer.following;
    }
    if (timer.following != null) {
      timer.following.previous = timer.previous;
    }
    timer.previous = null;
    timer.following = null;
  }
}
