package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnQueueTest {
  private final TurnQueue<String> queue = new TurnQueue<>(null, new ServiceEnd());

  private void add(long flow, String... events) {
    for (String event : events) {
      queue.add(event, 0, 1, flow);
    }
  }

  private List<String> takeAll() {
    List<String> taken = new ArrayList<>();
    while (!queue.isEmpty()) {
      taken.add(queue.head());
      queue.removeHead();
    }
    return taken;
  }

  @Test
  void flowsTakeTurnsAndEachIsFirstComeFirstServed() {
    add(1, "a1", "a2", "a3");
    add(2, "b1");
    add(3, "c1", "c2");

    assertThat(takeAll()).containsExactly("a1", "b1", "c1", "a2", "c2", "a3");
  }

  @Test
  void aNewFlowWaitsForOneTurnOfEachOther() {
    add(1, "a1", "a2", "a3", "a4");
    add(2, "b1", "b2");
    add(3, "c1");

    assertThat(queue.ahead(4)).isEqualTo(3);
    assertThat(queue.ahead(3)).as("one own, and two turns of the others").isEqualTo(1 + 2 + 2);
    assertThat(queue.ahead(1)).as("all").isEqualTo(7);
  }

  @Test
  void countsWhatArrivedByATimeInAnyOrderOfTurns() {
    for (int i = 0; i < 10; i++) {
      queue.add("a", 10L * i, 1, 1);
    }
    queue.add("b", 200, 1, 2);
    queue.removeHead();

    assertThat(queue.before(50, (event, stamp, left, size) -> stamp, 9))
        .as("10 to 50")
        .isEqualTo(5);
    assertThat(queue.before(199, (event, stamp, left, size) -> stamp, 9)).isEqualTo(9);
    assertThat(queue.before(200, (event, stamp, left, size) -> stamp, 9)).isEqualTo(10);
  }

  /** A naive implementation: flows in the order of their turns. */
  private static final class Model {
    final ArrayDeque<Long> turns = new ArrayDeque<>();
    final Map<Long, ArrayDeque<Integer>> flows = new TreeMap<>();

    void add(long flow, int event) {
      flows
          .computeIfAbsent(
              flow,
              own -> {
                turns.add(own);
                return new ArrayDeque<>();
              })
          .add(event);
    }

    int take() {
      long flow = turns.remove();
      int event = flows.get(flow).remove();
      if (flows.get(flow).isEmpty()) {
        flows.remove(flow);
      } else {
        turns.add(flow);
      }
      return event;
    }

    int length(long flow) {
      return flows.containsKey(flow) ? flows.get(flow).size() : 0;
    }

    int ahead(long flow) {
      int own = length(flow);
      return flows.values().stream().mapToInt(other -> Math.min(other.size(), own + 1)).sum();
    }
  }

  /** Returns the model's next event if some flows are full. */
  private static int take(Model model, FlowThreads bounds) {
    List<Long> passed = new ArrayList<>();
    while (model.turns.size() > 1 && bounds.isFull(model.turns.element())) {
      passed.add(model.turns.remove());
    }
    int event = model.take();
    for (int i = passed.size() - 1; i >= 0; i--) {
      model.turns.addFirst(passed.get(i));
    }
    return event;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6, 20})
  void passesOverFullFlowsAsTheModelDoes(int flows) {
    Random random = new Random(flows);
    FlowThreads bounds = new FlowThreads();
    bounds.resized(6);
    TurnQueue<Integer> real = new TurnQueue<>(bounds, new ServiceEnd());
    Model model = new Model();
    ArrayDeque<Long> held = new ArrayDeque<>();
    for (int i = 0; i < 50_000; i++) {
      int choice = random.nextInt(3);
      if (choice == 0) {
        long flow = random.nextInt(flows);
        model.add(flow, i);
        real.add(i, i, 1, flow);
      } else if (choice == 1 && held.size() < 6 && real.takeable() > 0) {
        long flow = real.headFlow();
        assertThat(bounds.isFull(flow)).isFalse();
        assertThat(real.head()).isEqualTo(take(model, bounds));
        real.removeHead();
        bounds.begins();
        assertThat(bounds.began(flow)).isTrue();
        held.add(flow);
      } else if (!held.isEmpty() && random.nextInt(2) == 0) {
        bounds.ended(held.remove());
      }
      int blocked = 0;
      for (int full = 0; full < bounds.full(); full++) {
        blocked += model.length(bounds.full(full));
      }
      assertThat(bounds.blocked()).isEqualTo(blocked);
      assertThat(real.takeable()).isEqualTo(real.size() - blocked);
      for (long flow : held) {
        assertThat(bounds.held(flow)).isLessThanOrEqualTo(3);
      }
    }
  }

  /** From few, long flows to many, so that the tables grow and keys collide. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 1_000, 100_000})
  void doesWhatTheModelDoes(int flows) {
    Random random = new Random(flows);
    Model model = new Model();
    TurnQueue<Integer> real = new TurnQueue<>(null, new ServiceEnd());
    for (int i = 0; i < 100_000; i++) {
      boolean filling = (i / 10_000) % 2 == 0; // then emptied
      long flow = (long) random.nextInt(flows) << random.nextInt(40);
      if (random.nextInt(5) < (filling ? 3 : 1)) {
        model.add(flow, i);
        real.add(i, i, 3, flow);
      } else if (!real.isEmpty()) {
        assertThat(real.head()).isEqualTo(model.take());
        assertThat(real.headCredits()).isEqualTo(3);
        real.removeHead();
      }
      if (i % 100 == 0) {
        assertThat(real.creditsOf(flow)).isEqualTo(3 * model.length(flow));
        assertThat(real.ahead(flow))
            .isEqualTo(model.length(flow) < 32 ? model.ahead(flow) : real.size());
      }
    }
  }
}
