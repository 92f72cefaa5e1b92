package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** θ from scripted events: 1,000 of one work unit a second, of which a capacity is admitted. */
class LevelControllerTest {
  private static final long BETWEEN = 1_000_000;

  private static final long PERIOD = 30_000_000_000L;

  private LevelController controller = new LevelController(Long.MAX_VALUE);
  private final Random random = new Random(1);
  private long now;
  private double budget;

  /** Offers evenly distributed levels up to a highest one; those in go first. */
  private void offer(int seconds, double perEvent, double highest) {
    for (int i = 0; i < seconds * 1_000; i++) {
      now += BETWEEN;
      budget = Math.min(20, budget + perEvent);
      double level = highest * random.nextDouble();
      boolean in = level < controller.threshold();
      boolean admits = budget >= (in ? 1 : 10); // those out leave a reserve
      budget -= admits ? 1 : 0;
      controller.judged(in && controller.threshold() == 1 ? -1 : level, admits, budget >= 19, now);
    }
  }

  @Test
  void everybodyIsInWhileNothingIsRefused() {
    offer(10, 1.25, 1);
    assertThat(controller.threshold()).isEqualTo(1);
    assertThat(controller.reason()).isEmpty();
  }

  @Test
  void aRefusalNowAndThenChangesNothing() {
    for (int i = 0; i < 10_000; i++) {
      now += BETWEEN;
      controller.judged(-1, i % 100 != 0, false, now);
    }
    assertThat(controller.threshold()).isEqualTo(1);
  }

  @Test
  void servesMostOfTheCapacityByTurn() {
    offer(10, 0.5, 1);
    assertThat(controller.threshold()).isCloseTo(0.45, within(0.04));
    assertThat(controller.reason()).startsWith("serving 4");
  }

  @Test
  void followsTheCapacity() {
    offer(10, 0.5, 1);
    offer(3, 0.1, 1);
    assertThat(controller.threshold()).isCloseTo(0.09, within(0.04));
    offer(30, 0.5, 1);
    assertThat(controller.threshold()).isCloseTo(0.45, within(0.05));
  }

  @Test
  void everybodyIsInEightSecondsAfterAnOverload() {
    offer(10, 0.1, 1);
    assertThat(controller.threshold()).isLessThan(0.2);
    offer(8, 2, 0.05);
    assertThat(controller.threshold()).isEqualTo(1);
  }

  @Test
  void aLaterOverloadIsServedByTurnToo() {
    controller = new LevelController(PERIOD);
    for (int overload = 0; overload < 3; overload++) {
      offer(10, 0.5, 1);
      assertThat(controller.threshold()).as("overload %d", overload).isLessThan(0.6);
      offer(40, 2, 1);
      assertThat(controller.threshold()).isEqualTo(1);
    }
  }

  @Test
  void aTurnKeepsALeastLength() {
    offer(20, 0.001, 1);
    assertThat(controller.threshold()).isBetween(1.0 / LevelDemand.BINS, 2.5 / LevelDemand.BINS);
  }
}
