package benchmarks.users;

import benchmarks.load.ClientLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** When users act: users report that they are ready, and it lets them act. On the loop's thread. */
interface Pace {
  /** The load begins. */
  default void start() {}

  /** A user has ended an action, and is ready for the next. */
  void ready(Visitor user);

  /** A user was refused, or got no answer, and has to begin anew, after a while. */
  void refused(Visitor user, Duration away);

  /** Actions that no user was free to begin yet. */
  default int waiting() {
    return 0;
  }

  /** A closed loop: each user thinks, acts, and thinks again; after a refusal it signs in again. */
  record Closed(ClientLoop loop, Habits habits) implements Pace {
    @Override
    public void ready(Visitor user) {
      loop.at(System.nanoTime() + habits.think().toNanos(), () -> user.act(System.nanoTime()));
    }

    @Override
    public void refused(Visitor user, Duration away) {
      loop.at(System.nanoTime() + away.toNanos(), user::begin);
    }
  }

  /**
   * An open loop: actions arrive as a Poisson process, any ready user does them, and each is timed
   * from when it should have begun. So a server that stalls is charged for all that wait.
   */
  final class Open implements Pace {
    private final ClientLoop loop;
    private final Habits habits;
    private final Random random = new Random(1);
    private final Deque<Visitor> idle = new ArrayDeque<>();
    private final Deque<Long> due = new ArrayDeque<>();
    private long next;

    Open(ClientLoop loop, Habits habits) {
      this.loop = loop;
      this.habits = habits;
    }

    @Override
    public void start() {
      next = System.nanoTime();
      schedule();
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

    @Override
    public int waiting() {
      return due.size();
    }

    @Override
    public void ready(Visitor user) {
      idle.add(user);
      match();
    }

    @Override
    public void refused(Visitor user, Duration away) {
      if (user.isSignedIn()) {
        ready(user);
      } else {
        loop.at(System.nanoTime() + away.toNanos(), user::begin);
      }
    }
  }
}
