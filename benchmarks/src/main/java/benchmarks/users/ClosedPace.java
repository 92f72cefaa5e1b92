package benchmarks.users;

import benchmarks.load.ClientLoop;
import java.time.Duration;

/** A closed loop: each user thinks, acts, and thinks again; who is refused waits, then signs in. */
final class ClosedPace implements Pace {
  private final ClientLoop loop;
  private final Habits habits;

  ClosedPace(ClientLoop loop, Habits habits) {
    this.loop = loop;
    this.habits = habits;
  }

  @Override
  public void ready(Visitor user) {
    loop.at(System.nanoTime() + habits.think().toNanos(), () -> user.act(System.nanoTime()));
  }

  @Override
  public void refused(Visitor user, Duration away) {
    loop.at(System.nanoTime() + away.toNanos(), user::begin);
  }
}
