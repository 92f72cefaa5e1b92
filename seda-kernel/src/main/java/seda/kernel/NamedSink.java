package seda.kernel;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Leads to whichever stage of a graph has the name now. A stage that is replaced closes after its
 * successor has opened, so a name that was found closed is looked up once more.
 */
final class NamedSink<E> implements Sink<E> {
  private final StageGraph graph;
  private final String name;

  NamedSink(StageGraph graph, String name) {
    this.graph = graph;
    this.name = name;
  }

  @Override
  public EnqueueResult enqueue(E event) {
    return ask(stage -> stage.enqueue(event), result -> result);
  }

  @Override
  public EnqueueResult enqueueAll(List<? extends E> events) {
    return ask(stage -> stage.enqueueAll(events), result -> result);
  }

  @Override
  public Reservation reserve(List<? extends E> events, Duration expiry) {
    return ask(stage -> stage.reserve(events, expiry), Reservation::result);
  }

  private <R> R ask(Function<Stage<E>, R> question, Function<R, EnqueueResult> result) {
    Stage<E> stage = now();
    if (stage == null) {
      throw new IllegalStateException("no stage named " + name);
    }
    while (true) {
      R answer = question.apply(stage);
      if (result.apply(answer).outcome() != EnqueueResult.Outcome.CLOSED) {
        return answer;
      }
      Stage<E> now = now();
      if (now == null || now == stage) {
        return answer;
      }
      stage = now;
    }
  }

  @SuppressWarnings("unchecked") // as with any look-up by name, the caller knows the type
  private Stage<E> now() {
    return (Stage<E>) graph.find(name).orElse(null);
  }
}
