package benchmarks.users;

import benchmarks.load.ClientLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * An open loop: actions come as a Poisson process, whoever is ready does them, and each is timed
 * from when it should have begun. So a server that stalls is charged for all who wait.
 */
final class OpenPace implements Pace {
  private final ClientLoop loop;
  private final Habits habits;
  private final Random random = new Random(1);
  private final Deque<Visitor> idle = new ArrayDeque<>();
  private final Deque<Long> due = new ArrayDeque<>();
  private long next;

  OpenPace(ClientLoop loop, Habits habits) {
    this.loop = loop;
    this.habits = habits;
  }

  void start() {
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

  /** Actions that nobody was free to begin yet. */
  int waiting() {
    return due.size();
  }

  private void match() {
    while (!due.isEmpty() && !idle.isEmpty()) {
      idle.poll().act(due.poll());
    }
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
