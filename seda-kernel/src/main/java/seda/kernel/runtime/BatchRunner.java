package seda.kernel.runtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EventHandler;

/**
 * Runs the handler over a stage's batches and ends each accepted event once: completed, failed or
 * shed. Called by the threads of the stage's domain and by the thread that closes its queue.
 */
public final class BatchRunner<E> {
  private static final Logger log = LoggerFactory.getLogger(BatchRunner.class);

  private final QueuedStage<E> stage;
  private final EventTraits<E> traits;
  private final StageStatistics statistics;
  private final Tracer tracer;
  private EventHandler<E> handler;
  private volatile CompletionObserver observer;

  BatchRunner(
      QueuedStage<E> stage, EventTraits<E> traits, StageStatistics statistics, Tracer tracer) {
    this.stage = stage;
    this.traits = traits;
    this.statistics = statistics;
    this.tracer = tracer;
  }

  // ---- the handler

  /** Sets the handler, before the stage opens. */
  void handler(EventHandler<E> handler) {
    this.handler = handler;
  }

  EventHandler<E> handler() {
    return handler;
  }

  void init() throws Exception {
    if (handler == null) {
      throw new IllegalStateException(
          "stage " + stage.name() + " has no handler; set it with handledBy");
    }
    handler.init(stage);
  }

  /** Ends the handler, after the last batch. */
  void destroy() {
    try {
      handler.destroy();
    } catch (Throwable e) {
      log.error("stage={} handler's destroy failed", stage.name(), e);
    }
  }

  /** Sets the observer of completions, or null. Any thread. */
  void observer(CompletionObserver observer) {
    this.observer = observer;
  }

  // ---- a batch

  EventBatch<E> newBatch() {
    return new EventBatch<>(stage.config().batchSize(), this);
  }

  PoolBatch<E> newBatch(PoolQueue<E> queue) {
    return new PoolBatch<>(queue, stage.config().batchSize(), this);
  }

  /**
   * Sheds events that can no longer meet their target, and abandoned ones, before they cost service
   * time.
   */
  public void shedLate(EventBatch<E> batch) {
    AdmissionController<? super E> judge = stage.admission();
    for (int i = batch.size() - 1; i >= 0; i--) {
      E event = batch.at(i);
      long since = batch.startedAt() - traits.arrival(event, batch.stamp(i));
      if (traits.isAbandoned(event)
          || judge.isTooLate(event, traits.serviceClass(event), since, batch.serviceP90())) {
        batch.shedAt(i);
      }
    }
  }

  /** Runs the handler until each event of the batch has ended. */
  public void run(EventBatch<E> batch) {
    traits.sort(batch);
    if (tracer.isOn()) {
      tracer.starting(stage, batch);
    }
    int takenBefore = 0;
    while (batch.hasNext()) {
      try {
        handler.handle(batch);
        break;
      } catch (Throwable failure) { // also an Error: it fails one event, not the thread
        if (batch.taken() == takenBefore) {
          batch.next(); // a handler that fails before it takes an event would loop forever
        }
        takenBefore = batch.taken();
        batch.failCurrent(failure);
      }
    }
    batch.finish();
    if (tracer.isOn()) {
      tracer.ended(stage, batch);
    }
  }

  /** Counts a finished batch and notifies the observer. */
  public void ended(EventBatch<E> batch, long startNanos, long endNanos) {
    CompletionObserver feedback = observer;
    if (feedback != null) {
      try {
        report(feedback, batch, startNanos, endNanos);
      } catch (Throwable e) {
        log.error("stage={} observer failed", stage.name(), e);
      }
    }
    countCompleted(batch);
  }

  /** Counts runs of events of one class together. */
  private void countCompleted(EventBatch<E> batch) {
    for (int i = 0; i < batch.size(); ) {
      int rank = batch.rank(i);
      int completed = 0;
      for (; i < batch.size() && batch.rank(i) == rank; i++) {
        completed += batch.completed(i) ? 1 : 0;
      }
      statistics.completed(rank, completed);
    }
  }

  private void report(CompletionObserver to, EventBatch<E> batch, long startNanos, long endNanos) {
    long service = (endNanos - startNanos) / batch.size();
    for (int i = 0; i < batch.size(); i++) {
      if (batch.completed(i)) {
        long stamp = batch.stamp(i);
        E event = batch.at(i);
        to.completed(
            traits.serviceClass(event),
            startNanos - stamp,
            service,
            endNanos - traits.arrival(event, stamp));
      }
    }
  }

  // ---- events that do not complete

  void failed(E event, int rank, Throwable cause) {
    statistics.failed(rank); // before the listener, which may read the count
    traits.failed(event, cause);
  }

  void shed(E event, int rank) {
    statistics.shed(rank);
    traits.shed(event);
  }

  /** Sheds an accepted event that did not reach a queue. */
  void shed(E event) {
    shed(event, traits.rank(event));
    if (tracer.isOn()) {
      tracer.ended(stage, event);
    }
  }

  void shed(EventBatch<E> left) {
    left.finish();
    if (tracer.isOn()) {
      tracer.ended(stage, left);
    }
    left.clear();
  }
}
