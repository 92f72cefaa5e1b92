package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import seda.kernel.BatchObservation;

/** Contract of batch controllers. */
abstract class BatchSizingContract {
  private static final long SECOND = 1_000_000_000;

  abstract BatchSizing sizing();

  /** Observes a second with {@code events} handled events of the given service time. */
  static BatchObservation second(long events, Duration each, int queued) {
    return new BatchObservation(
        0, SECOND, events, Math.max(1, events / 10), events * each.toNanos(), queued, 0);
  }

  static BatchObservation second(long events) {
    return second(events, Duration.ofMillis(1), 0);
  }

  /** Simulates batches of 2 ms plus 200 µs per event: 455/s singly, 5000/s at most. */
  static SimulatedService service(BatchSizing sizing) {
    SimulatedService service =
        new SimulatedService(1, 1, 256, Duration.ofMillis(2), Duration.ofNanos(200_000));
    ControlLoops.batch(service.graph, service.stage, sizing, Duration.ofMillis(500));
    return service;
  }

  @Test
  void asksForAtLeastOneEventAfterAnyObservation() {
    SplittableRandom random = new SplittableRandom(1);
    BatchSizing sizing = sizing();
    for (int i = 0; i < 10_000; i++) {
      long events = random.nextBoolean() ? random.nextLong(10_000) : 0;
      BatchObservation observation =
          second(events, Duration.ofNanos(random.nextLong(100_000_000)), random.nextInt(1_000));
      assertThat(sizing.next(observation)).isPositive();
    }
  }

  @Test
  void keepsUpWithALoadThatOnlyLargeBatchesCanCarry() {
    SimulatedService service = service(sizing());
    for (int rate = 100; rate <= 3_500; rate += 100) {
      service.arrivals(rate);
      service.run(2);
    }
    assertThat(service.throughputOver(60)).isGreaterThan(3_300);
    assertThat(service.queued()).isLessThan(2_000);
  }

  @Test
  void keepsUpWithSuchALoadThatComesAfterALongRest() {
    SimulatedService service = service(sizing());
    service.run(300);
    service.arrivals(3_500);
    service.run(20);
    assertThat(service.throughputOver(60)).isGreaterThan(3_300);
    assertThat(service.queued()).isLessThan(2_000);
  }
}
