package benchmarks.users;

import benchmarks.load.ClientLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Arrivals of an open loop and the users who are ready for them. An arrival goes to a ready user
 * chosen at random, so a user who was just refused has no advantage. Without a ready user it waits
 * for one. Only the loop's thread uses it.
 */
final class OpenLoop {
  /** Most arrivals that wait for a ready user; 8 bytes each. */
  private static final int MOST_WAITING = 1 << 18;

  /** Arrivals between two reads of the sockets, or answers would wait for long. */
  private static final int ARRIVALS_AT_ONCE = 16;

  private final ClientLoop loop;
  private final Arrivals arrivals;
  private final Random random;
  private final List<Visitor> ready = new ArrayList<>();
  private final long[] waiting = new long[MOST_WAITING]; // a ring
  private int firstWaiting;
  private int waitingCount;
  private long arrived;
  private long starved;
  private long dropped;
  private long next;

  OpenLoop(ClientLoop loop, Arrivals arrivals, Random random) {
    this.loop = loop;
    this.arrivals = arrivals;
    this.random = random;
  }

  void begin() {
    next = arrivals.next();
    loop.at(next, this::arrive);
  }

  private void arrive() {
    long now = System.nanoTime();
    for (int i = 0; i < ARRIVALS_AT_ONCE && next - now <= 0; i++) {
      arrived(next);
      next = arrivals.next();
    }
    loop.at(next, this::arrive);
  }

  private void arrived(long at) {
    arrived++;
    Visitor user = takeReady();
    if (user != null) {
      user.act(at);
      return;
    }
    starved++;
    if (waitingCount == MOST_WAITING) {
      dropped++;
    } else {
      waiting[(firstWaiting + waitingCount++) % MOST_WAITING] = at;
    }
  }

  /** A ready user who has not left, or null. */
  private Visitor takeReady() {
    while (!ready.isEmpty()) {
      int last = ready.size() - 1;
      int chosen = random.nextInt(ready.size());
      Visitor user = ready.get(chosen);
      ready.set(chosen, ready.get(last));
      ready.remove(last);
      if (!user.isLeaving()) {
        return user;
      }
    }
    return null;
  }

  /** Gives a user the oldest waiting arrival, or has it wait for the next one. */
  void ready(Visitor user) {
    if (waitingCount == 0) {
      ready.add(user);
      return;
    }
    long at = waiting[firstWaiting];
    firstWaiting = (firstWaiting + 1) % MOST_WAITING;
    waitingCount--;
    user.act(at);
  }

  LoadCost cost(ClientLoop.Cost cost) {
    return new LoadCost(cost, arrived, starved, dropped);
  }
}
