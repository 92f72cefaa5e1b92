package seda.kernel;

import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A named unit of processing of one event type: a handler, its queue, and the admission controller
 * in front of that. A stage owns no thread; its {@link ThreadDomain} runs it.
 *
 * <p>A stage is declared on a {@link StageGraph}, given its handler with {@link #handledBy}, and
 * lives as long as the graph runs:
 *
 * <pre>
 *   DECLARED ── graph starts ──► OPEN ── graph stops ──► DRAINING ── queue empty ──► STOPPED
 * </pre>
 *
 * @param <E> type of the events
 */
public final class Stage<E> implements Sink<E> {
  private static final Logger log = LoggerFactory.getLogger(Stage.class);

  private enum State {
    DECLARED,
    OPEN,
    DRAINING,
    STOPPED
  }

  private final StageConfig config;
  private final ThreadDomain domain;
  private final LongAdder accepted = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder shed = new LongAdder();

  private volatile State state = State.DECLARED;
  private volatile AdmissionController<? super E> admission = AdmissionController.always();
  private EventHandler<E> handler;
  private EventListener<? super E> listener = EventListener.none();
  private volatile StageQueue<E> queue;

  Stage(StageConfig config, ThreadDomain domain) {
    this.config = config;
    this.domain = domain;
  }

  /** Sets what handles the events; once, before the graph starts. */
  public Stage<E> handledBy(EventHandler<E> handler) {
    requireDeclared();
    this.handler = Objects.requireNonNull(handler, "handler");
    return this;
  }

  /** Sets who is told of events that failed or were shed; before the graph starts. */
  public Stage<E> listener(EventListener<? super E> listener) {
    requireDeclared();
    this.listener = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /** Replaces the admission controller; at any time. */
  public Stage<E> admission(AdmissionController<? super E> admission) {
    this.admission = Objects.requireNonNull(admission, "admission");
    return this;
  }

  private void requireDeclared() {
    if (state != State.DECLARED) {
      throw new IllegalStateException("stage " + name() + " has started");
    }
  }

  /** The stage's name, unique in its graph. */
  public String name() {
    return config.name();
  }

  StageConfig config() {
    return config;
  }

  /**
   * {@inheritDoc}
   *
   * <p>On processors: from one of their threads the event stays on that thread's processor, from
   * any other thread it goes to the processors in turn.
   */
  @Override
  public EnqueueResult enqueue(E event) {
    return queue == null ? reject(EnqueueResult.CLOSED) : queue.enqueue(event);
  }

  /**
   * A sink whose events all run on one processor, for events that belong to something which lives
   * there, like a connection. For a stage on a worker pool it is the stage itself.
   *
   * @param processor index of the processor
   */
  public Sink<E> on(int processor) {
    return event ->
        queue == null ? reject(EnqueueResult.CLOSED) : queue.enqueueOn(processor, event);
  }

  /** Counters and queue length now. */
  public StageSnapshot snapshot() {
    // ended before accepted, so that a snapshot never shows more ends than beginnings
    long completedNow = completed.sum();
    long failedNow = failed.sum();
    long shedNow = shed.sum();
    return new StageSnapshot(
        name(),
        domain.name(),
        queue == null ? 0 : queue.length(),
        accepted.sum(),
        rejected.sum(),
        completedNow,
        failedNow,
        shedNow);
  }

  // ---- called by the queue that the domain made for this stage

  /** Judges an event that would be number {@code queueLength + 1} in its queue, and counts it. */
  EnqueueResult admit(E event, int queueLength) {
    if (state != State.OPEN) {
      return reject(EnqueueResult.CLOSED);
    }
    if (queueLength >= config.queueCapacity()) {
      return reject(EnqueueResult.FULL);
    }
    EnqueueResult result = admission.admit(event, queueLength);
    if (!result.accepted()) {
      return reject(result);
    }
    accepted.increment();
    return EnqueueResult.ACCEPTED;
  }

  /** Takes back an acceptance whose event could not be queued after all. */
  EnqueueResult revoke(EnqueueResult reason) {
    accepted.decrement();
    return reject(reason);
  }

  private EnqueueResult reject(EnqueueResult reason) {
    rejected.increment();
    return reason;
  }

  Batch<E> newBatch() {
    return new Batch<>(config.batchSize(), new GuardedListener());
  }

  /** Runs the handler over the batch until each of its events has ended, then clears it. */
  void run(Batch<E> batch) {
    int size = batch.remaining();
    int failures = 0;
    int takenBefore = 0;
    while (batch.hasNext()) {
      try {
        handler.handle(batch);
        break;
      } catch (Throwable failure) { // an Error, too, ends one event and not the thread
        if (batch.taken() == takenBefore) {
          batch.next(); // the handler fails before it takes any: without this it would for ever
        }
        takenBefore = batch.taken();
        failures++;
        failed.increment(); // before the listener, who may look
        batch.failCurrent();
        log.error("stage={} event failed", name(), failure);
        batch.listener().failed(batch.current(), failure);
      }
    }
    int dropped = batch.finish();
    batch.clear();
    shed.add(dropped);
    completed.add(size - failures - dropped);
  }

  /** Ends an event that was still queued when the stage stopped. */
  void shedQueued(E event) {
    shed.increment();
    new GuardedListener().shed(event);
  }

  // ---- lifecycle, called by the graph

  void prepare() {
    if (handler == null) {
      throw new IllegalStateException("stage " + name() + " has no handler");
    }
    if (queue == null) {
      queue = domain.queueFor(this);
    }
  }

  void open() {
    state = State.OPEN;
  }

  /** Takes no more events; those queued go on. */
  void drain() {
    state = State.DRAINING;
  }

  /** True once every accepted event has ended. */
  boolean isIdle() {
    return completed.sum() + failed.sum() + shed.sum() == accepted.sum();
  }

  /** After the domain's threads have ended: ends what is left. */
  void stopped() {
    state = State.STOPPED;
    queue.drainTo(this::shedQueued);
  }

  /** Keeps a listener's own failure from ending anything else. */
  private final class GuardedListener implements EventListener<E> {
    @Override
    public void failed(E event, Throwable cause) {
      try {
        listener.failed(event, cause);
      } catch (RuntimeException e) {
        log.error("stage={} listener failed", name(), e);
      }
    }

    @Override
    public void shed(E event) {
      try {
        listener.shed(event);
      } catch (RuntimeException e) {
        log.error("stage={} listener failed", name(), e);
      }
    }
  }
}
