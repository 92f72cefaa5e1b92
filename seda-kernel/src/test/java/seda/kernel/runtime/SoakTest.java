package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random load on a graph that changes constantly: each accepted event must end exactly once.
 *
 * <p>{@code -Dseda.soak.seconds=60} extends the run; {@code -Dseda.soak.seed=…} repeats a run's
 * choices, but not its races.
 */
class SoakTest {
  private static final int ROUNDS = 3;
  private static final int PRODUCERS = 3;
  private static final int ACTIONS = 4_000;

  @Test
  void everyAcceptedEventEndsExactlyOnce() throws InterruptedException {
    long seed = Long.getLong("seda.soak.seed", System.nanoTime());
    long end =
        System.nanoTime() + Duration.ofSeconds(Long.getLong("seda.soak.seconds", 0)).toNanos();
    Random seeds = new Random(seed);
    System.out.println("soak: -Dseda.soak.seed=" + seed);
    long events = 0;
    long changes = 0;
    int rounds = 0;
    for (; rounds < ROUNDS || System.nanoTime() < end; rounds++) {
      SoakGraph graph = new SoakGraph(seeds.nextLong());
      round(graph, seeds);
      events += graph.eventsAccepted();
      changes += graph.changes();
      graph.assertThatEachEventEndedOnce("seed " + seed + ", round " + rounds);
    }
    System.out.printf("soak: %d rounds, %d changes, %d events%n", rounds, changes, events);
    assertThat(events).isGreaterThan(ROUNDS); // how many more depends on the machine
  }

  private static void round(SoakGraph graph, Random seeds) throws InterruptedException {
    graph.start();
    List<Thread> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      Random random = new Random(seeds.nextLong());
      Thread producer =
          new Thread(
              () -> {
                for (int action = 0; action < ACTIONS; action++) {
                  graph.send(random, 4);
                }
              });
      producers.add(producer);
      producer.start();
    }
    while (producers.stream().anyMatch(Thread::isAlive)) {
      graph.change();
    }
    for (Thread producer : producers) {
      producer.join();
    }
    graph.stop();
  }
}
