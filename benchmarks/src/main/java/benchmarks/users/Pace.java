package benchmarks.users;

import benchmarks.load.ClientLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Decides when users act; on the loop's thread.
 *
 * <p>In a closed loop each user thinks, acts, and thinks again; after a refusal it signs in again.
 * In an open loop actions arrive as a Poisson process, any ready user does them, and each is timed
 * from its arrival, so a server that stalls is charged for all waiting actions.
 */
final class Pace {
  private final ClientLoop loop;
  private final Habits habits;
  private final boolean open;
  private final Random random = new Random(1);
  private final Deque<Visitor> idle = new ArrayDeque<>();
  private final Deque<Long> due = new ArrayDeque<>();
  private long next;

  Pace(ClientLoop loop, Habits habits) {
    this.loop = loop;
    this.habits = habits;
    this.open = habits.rate() > 0;
  }

  void start() {
    next = System.nanoTime();
    if (open) {
      schedule();
    }
  }

  private void schedule() {
    next += (long) (-Math.log(1 - random.nextDouble()) / habits.rate() * 1e9);
    loop.at(
        next,
        () -> {
          due.add(next);
          schedule();
          match();
        });
  }

  private void match() {
    while (!due.isEmpty() && !idle.isEmpty()) {
      idle.poll().act(due.poll());
    }
  }

  /** A user has ended an action, and is ready for the next. */
  void ready(Visitor user) {
    if (open) {
      idle.add(user);
      match();
    } else {
      loop.at(System.nanoTime() + habits.think().toNanos(), () -> user.act(System.nanoTime()));
    }
  }

  /** A user was refused, or got no answer, and begins anew after a while. */
  void refused(Visitor user, Duration away) {
    if (open && user.isSignedIn()) {
      ready(user);
    } else {
      loop.at(System.nanoTime() + away.toNanos(), user::begin);
    }
  }
}
