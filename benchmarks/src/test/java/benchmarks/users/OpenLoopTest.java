package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.load.ClientLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private static final int USERS = 20;
  private static final int ARRIVALS = 40_000;
  private static final ClientLoop.Cost IDLE = new ClientLoop.Cost(0.1, 1, 2);

  private final OpenLoop loop = new OpenLoop(null, null, new Random(1));
  private final List<Long> acted = new ArrayList<>();

  /** A user whose every action ends at once. */
  private final class Refused implements OpenLoop.User {
    private int actions;
    private boolean leaving;

    @Override
    public void act(long at) {
      actions++;
      acted.add(at);
      loop.ready(this);
    }

    @Override
    public boolean isLeaving() {
      return leaving;
    }
  }

  /** A user who never gets an answer. */
  private final class Waiting implements OpenLoop.User {
    @Override
    public void act(long at) {
      acted.add(at);
    }

    @Override
    public boolean isLeaving() {
      return false;
    }
  }

  @Test
  void givesArrivalsToReadyUsersAtRandom() {
    List<Refused> users = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      users.add(new Refused());
      loop.ready(users.get(i));
    }
    for (int i = 0; i < ARRIVALS; i++) {
      loop.arrived(i);
    }
    // five standard deviations of a binomial count
    int mean = ARRIVALS / USERS;
    double band = 5 * Math.sqrt(mean);
    assertThat(users)
        .allSatisfy(user -> assertThat((double) user.actions).isBetween(mean - band, mean + band));
    // of a queue of ready users, all would have exactly the mean
    assertThat(users).anyMatch(user -> user.actions != mean);
    assertThat(loop.cost(IDLE).starved()).isZero();
    assertThat(loop.cost(IDLE).arrivals()).isEqualTo(ARRIVALS);
  }

  @Test
  void countsArrivalsWithoutAReadyUserAndServesThemInTheirOrderFromTheirArrival() {
    loop.ready(new Waiting());
    for (long at = 1; at <= 4; at++) {
      loop.arrived(at);
    }
    assertThat(acted).containsExactly(1L);
    assertThat(loop.cost(IDLE)).isEqualTo(new LoadCost(IDLE, 4, 3, 0));
    assertThat(loop.cost(IDLE).isBottleneck()).isTrue();

    loop.ready(new Waiting());
    loop.ready(new Waiting());
    assertThat(acted).containsExactly(1L, 2L, 3L);
    loop.arrived(5);
    loop.ready(new Waiting());
    assertThat(acted).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void dropsAndCountsArrivalsBeyondABound() {
    int many = 1 << 18;
    for (int i = 0; i < many + 10; i++) {
      loop.arrived(i);
    }
    assertThat(loop.cost(IDLE).dropped()).isEqualTo(10);
    assertThat(loop.cost(IDLE).starved()).isEqualTo(many + 10);
  }

  @Test
  void givesNoArrivalToAUserWhoLeaves() {
    Refused leaving = new Refused();
    loop.ready(leaving);
    leaving.leaving = true;
    loop.arrived(1);
    assertThat(leaving.actions).isZero();
    loop.ready(new Waiting());
    assertThat(acted).as("the arrival is not lost").containsExactly(1L);
  }

  @Test
  void fewStarvedArrivalsLeaveARunValid() {
    assertThat(new LoadCost(IDLE, 1_000, 10, 0).isBottleneck()).isFalse();
    assertThat(new LoadCost(IDLE, 1_000, 11, 0).isBottleneck()).isTrue();
    assertThat(new LoadCost(new ClientLoop.Cost(0.95, 1, 2), 0, 0, 0).isBottleneck()).isTrue();
    assertThat(new LoadCost(new ClientLoop.Cost(0.1, 51, 90), 0, 0, 0).isBottleneck()).isTrue();
  }
}
