package seda.kernel.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import seda.kernel.Clock;
import seda.kernel.Trace;

/**
 * Follows events through the graph. Events that the handler of a traced event enqueues are traced
 * too. Off by default; then it costs one volatile read per hop. When on, it takes a lock per hop.
 */
public final class Tracer {
  private final Clock clock;
  private final int maxHops;
  private volatile boolean on;

  // guarded by this
  private String entry;
  private int wanted;
  private final IdentityHashMap<Object, Followed> followed = new IdentityHashMap<>();
  private final List<Trace> traces = new ArrayList<>();

  /** A traced event and the number of stages that hold it; one object may be sent to several. */
  private static final class Followed {
    final Trace trace;
    int stages;

    Followed(Trace trace) {
      this.trace = trace;
    }
  }

  public Tracer(Clock clock, int maxHops) {
    this.clock = clock;
    this.maxHops = maxHops;
  }

  /** True until every traced event has ended. */
  public boolean isOn() {
    return on;
  }

  /** Traces the next events that enter a stage; drops earlier traces. */
  public synchronized void trace(String stage, int events) {
    entry = stage;
    wanted = events;
    followed.clear();
    traces.clear();
    on = events > 0;
  }

  public synchronized List<Trace> traces() {
    return List.copyOf(traces);
  }

  /** Called before events are offered to a stage, because queued events may end at any time. */
  synchronized void offered(List<?> events, QueuedStage<?> stage) {
    Followed cause = followed.get(DomainThread.currentEvent());
    for (Object event : events) {
      Followed known = followed.get(event);
      Trace trace = cause != null ? cause.trace : known != null ? known.trace : entering(stage);
      if (trace != null) {
        followed.computeIfAbsent(event, first -> new Followed(trace)).stages++;
        add(trace, stage, Trace.Step.OFFERED);
      }
    }
  }

  private Trace entering(QueuedStage<?> stage) {
    if (wanted == 0 || !stage.name().equals(entry)) {
      return null;
    }
    wanted--;
    Trace trace = new Trace(Collections.synchronizedList(new ArrayList<>()));
    traces.add(trace);
    return trace;
  }

  synchronized void refused(List<?> events, QueuedStage<?> stage) {
    events.forEach(event -> left(event, stage, Trace.Step.REFUSED));
    endIfDone();
  }

  synchronized void starting(QueuedStage<?> stage, EventBatch<?> batch) {
    for (int i = 0; i < batch.size(); i++) {
      Followed event = followed.get(batch.at(i));
      if (event != null) {
        add(event.trace, stage, Trace.Step.STARTED);
      }
    }
  }

  synchronized void ended(QueuedStage<?> stage, EventBatch<?> batch) {
    for (int i = 0; i < batch.size(); i++) {
      left(batch.at(i), stage, Trace.Step.ENDED);
    }
    endIfDone();
  }

  synchronized void ended(QueuedStage<?> stage, Object event) {
    left(event, stage, Trace.Step.ENDED);
    endIfDone();
  }

  private void left(Object event, QueuedStage<?> stage, Trace.Step how) {
    Followed leaving = followed.get(event);
    if (leaving != null) {
      add(leaving.trace, stage, how);
      if (--leaving.stages == 0) {
        followed.remove(event);
      }
    }
  }

  private void endIfDone() {
    if (wanted == 0 && followed.isEmpty()) {
      on = false;
    }
  }

  private void add(Trace trace, QueuedStage<?> stage, Trace.Step step) {
    if (trace.hops().size() < maxHops) {
      Duration at = Duration.ofNanos(clock.nanos());
      String thread = Thread.currentThread().getName();
      trace.hops().add(new Trace.Hop(at, stage.name(), step, thread));
    }
  }
}
