package seda.kernel.graph;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import seda.kernel.EnqueueResult;
import seda.kernel.Reservation;
import seda.kernel.Sink;
import seda.kernel.Stage;

/**
 * Sends events to the stage that currently has a name. The stage is cached, so an event costs no
 * look-up. A replaced stage closes after its successor has opened, so a result of {@code CLOSED}
 * causes one new look-up.
 */
final class NamedSink<E> implements Sink<E> {
  private final StageGraph graph;
  private final String name;
  private volatile Stage<E> found;

  NamedSink(StageGraph graph, String name) {
    this.graph = graph;
    this.name = name;
  }

  @Override
  public EnqueueResult enqueue(E event) {
    return ask(Stage::enqueue, event, Function.identity());
  }

  @Override
  public EnqueueResult enqueueAll(List<? extends E> events) {
    return ask(Stage::enqueueAll, events, Function.identity());
  }

  @Override
  public Reservation reserve(List<? extends E> events, Duration expiry) {
    return ask((stage, wanted) -> stage.reserve(wanted, expiry), events, Reservation::result);
  }

  /** Returns the equivalent of {@link Stage#on}. */
  Sink<E> on(int processor) {
    BiFunction<Stage<E>, E, EnqueueResult> question =
        (stage, event) -> stage.enqueueOn(processor, event);
    return event -> ask(question, event, Function.identity());
  }

  private <A, R> R ask(
      BiFunction<Stage<E>, A, R> question, A about, Function<R, EnqueueResult> result) {
    Stage<E> stage = found;
    if (stage == null) {
      stage = now();
      if (stage == null) {
        throw new IllegalStateException("no stage named " + name);
      }
      found = stage;
    }
    while (true) {
      R answer = question.apply(stage, about);
      if (result.apply(answer).outcome() != EnqueueResult.Outcome.CLOSED) {
        return answer;
      }
      Stage<E> now = now();
      if (now == null || now == stage) {
        return answer;
      }
      stage = now;
      found = now;
    }
  }

  @SuppressWarnings("unchecked") // as with any look-up by name, the caller knows the type
  private Stage<E> now() {
    return (Stage<E>) graph.find(name).orElse(null);
  }
}
