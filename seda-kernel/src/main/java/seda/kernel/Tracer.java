package seda.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Follows events through the graph: what a traced event's handler enqueues while it handles it is
 * traced as well. Off by default, and then costs one read a hop; on, it takes a lock a hop.
 */
final class Tracer {
  private final Clock clock;
  private final int maxHops;
  private volatile boolean on;

  // guarded by this
  private String entry;
  private int wanted;
  private final IdentityHashMap<Object, Trace> traced = new IdentityHashMap<>();
  private final List<Trace> traces = new ArrayList<>();

  Tracer(Clock clock, int maxHops) {
    this.clock = clock;
    this.maxHops = maxHops;
  }

  boolean isOn() {
    return on;
  }

  /** Traces the next events that enter a stage; forgets what was traced before. */
  synchronized void trace(String stage, int events) {
    entry = stage;
    wanted = events;
    traced.clear();
    traces.clear();
    on = events > 0;
  }

  synchronized List<Trace> traces() {
    return List.copyOf(traces);
  }

  synchronized void enqueued(Object event, Stage<?> stage, EnqueueResult result) {
    Object cause = DomainThread.currentEvent();
    Trace trace = cause == null ? null : traced.get(cause);
    if (trace == null && wanted > 0 && stage.name().equals(entry)) {
      wanted--;
      trace = new Trace(Collections.synchronizedList(new ArrayList<>()));
      traces.add(trace);
    }
    if (trace == null) {
      return;
    }
    add(trace, stage, result.accepted() ? Trace.Step.QUEUED : Trace.Step.REFUSED);
    if (result.accepted()) {
      traced.put(event, trace);
    }
  }

  synchronized void starting(Stage<?> stage, Batch<?> batch) {
    step(stage, batch, Trace.Step.STARTED, false);
  }

  synchronized void ended(Stage<?> stage, Batch<?> batch) {
    step(stage, batch, Trace.Step.ENDED, true);
    if (wanted == 0 && traced.isEmpty()) {
      on = false;
    }
  }

  private void step(Stage<?> stage, Batch<?> batch, Trace.Step step, boolean last) {
    for (int i = 0; i < batch.size(); i++) {
      Object event = batch.at(i);
      Trace trace = last && !passedOn(event, stage) ? traced.remove(event) : traced.get(event);
      if (trace != null) {
        add(trace, stage, step);
      }
    }
  }

  /** One object may pass several stages; it is followed until it rests. */
  private boolean passedOn(Object event, Stage<?> stage) {
    Trace trace = traced.get(event);
    if (trace == null) {
      return false;
    }
    List<Trace.Hop> hops = trace.hops();
    for (int i = hops.size() - 1; i >= 0; i--) {
      Trace.Hop hop = hops.get(i);
      if (hop.stage().equals(stage.name())) {
        return false;
      }
      if (hop.step() == Trace.Step.QUEUED) {
        return true;
      }
    }
    return false;
  }

  private void add(Trace trace, Stage<?> stage, Trace.Step step) {
    if (trace.hops().size() < maxHops) {
      trace
          .hops()
          .add(
              new Trace.Hop(
                  Duration.ofNanos(clock.nanos()),
                  stage.name(),
                  step,
                  Thread.currentThread().getName()));
    }
  }
}
