package seda.kernel;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * A named unit of processing for one event type: a handler, its queue, and the queue's admission
 * controller. A stage owns no thread; its {@link ThreadDomain} runs it.
 *
 * <p>The application declares a stage on a {@code seda.kernel.graph.StageGraph} and sets its
 * handler with {@link #handledBy}. The stage lives until it is destroyed or the graph stops:
 *
 * <pre>
 *   DECLARED ── opened ──► OPEN ── drained ──► DRAINING ── queue empty, or shed ──► STOPPED
 * </pre>
 *
 * <p>The thread that builds the graph calls the declaration methods before the stage opens;
 * afterwards they throw {@link IllegalStateException}. All other methods are thread-safe and never
 * block.
 *
 * @param <E> type of the events
 */
public interface Stage<E> extends Sink<E> {

  // ---- declaration

  /** Sets the handler. */
  Stage<E> handledBy(EventHandler<E> handler);

  /** Sets the listener for failed and shed events. */
  Stage<E> listener(EventListener<? super E> listener);

  /** Sets the classifier. Without it, every event has the default class. */
  Stage<E> classifiedBy(Function<? super E, ServiceClass> classifier);

  /**
   * Assigns all events to {@link ServiceClass#BACKGROUND}, in place of a classifier. While other
   * classes wait, the work gets the stage's guaranteed share of thread time; with a share of 0 it
   * gets none.
   */
  Stage<E> background();

  /**
   * Sets the weigher: the credits that an event takes of the queue, 1 or more. Without it, each
   * event takes one.
   */
  Stage<E> weighedBy(ToIntFunction<? super E> weigher);

  /**
   * Sets the function that returns when an event entered the service, in the clock's nanoseconds.
   * Response times start there; without it, they start when the event enters this stage.
   */
  Stage<E> arrivedAt(ToLongFunction<? super E> arrival);

  /**
   * Sets the flow of an event by a key, like its account. Within a class, flows take turns of one
   * event [Nagle, RFC 970], so a flow with thousands of events delays the others by one turn. On a
   * worker pool, admission predicts the wait for the flow's own turn, and a flow may fill at most
   * half of the queue. Without flows, a class is first come, first served.
   *
   * <p>Turns apply within one stage. Between the stages of a pool, the pool's order decides.
   */
  Stage<E> turnsBy(ToLongFunction<? super E> flow);

  /**
   * Bounds the threads of a flow: on a worker pool a flow holds at most half of the threads, and at
   * least one, counted over all stages of the pool with bounded flows. Its further events wait, and
   * those of others pass them. So one flow with long service times cannot hold up the others.
   * Requires {@link #turnsBy}; no effect on processors.
   */
  Stage<E> boundedFlows();

  /** Sets the order of the events in a batch, like shortest first. */
  Stage<E> orderedBy(Comparator<? super E> order);

  /**
   * Ties the stage to its declared domain, because its handler depends on that domain's threads.
   * Configuration cannot move it.
   */
  Stage<E> pinned();

  /**
   * Declares that the handler blocks, on a disk, a database or another service. Configuration then
   * cannot move the stage to {@link Processors}, where it would stop all other stages.
   */
  Stage<E> blocking();

  // ---- at any time

  /** Replaces the admission controller. Events that are already queued stay queued. */
  Stage<E> admission(AdmissionController<? super E> admission);

  /** Returns the admission controller in force. */
  AdmissionController<? super E> admission();

  /**
   * Sets the batch limit.
   *
   * @param limit events, clamped to the range from 1 to {@link StageConfig#batchSize}
   */
  void batchLimit(int limit);

  /** Returns the batch limit in force. */
  int batchLimit();

  /** Returns the stage's name, unique in its graph. */
  String name();

  /** Returns the configuration. */
  StageConfig config();

  /** Returns the domain that runs the stage; before the stage opens, the declared one. */
  ThreadDomain domain();

  /** True if only the declared domain can run the stage. */
  boolean isPinned();

  /** True if the handler blocks, so that processors cannot run the stage. */
  boolean isBlocking();

  /** True if the events have classes; otherwise all have one class. */
  boolean isClassified();

  /** Sets the response-time targets by class, in place of the configured one. */
  Stage<E> targets(Targets byClass);

  /** Returns the response-time targets, as a live view. */
  Targets targets();

  /**
   * Sets the guaranteed share of queue room and service for each class below the highest.
   *
   * @param share from 0 to 0.5
   */
  void guaranteedShare(double share);

  /** Returns the guaranteed share in force. */
  double guaranteedShare();

  /** Returns the degradation knob. */
  Quality quality();

  /**
   * {@inheritDoc}
   *
   * <p>On processors, an event enqueued by a processor's thread stays on that processor. Events
   * from other threads are spread round robin.
   */
  @Override
  EnqueueResult enqueue(E event);

  @Override
  EnqueueResult enqueueAll(List<? extends E> events);

  @Override
  Reservation reserve(List<? extends E> events, Duration expiry);

  /**
   * Returns a sink whose events all run on one processor, for events of an object that lives there,
   * like a connection. On a worker pool, the sink is equivalent to the stage.
   *
   * @param processor see {@link #enqueueOn}
   */
  default Sink<E> on(int processor) {
    return event -> enqueueOn(processor, event);
  }

  /**
   * Enqueues an event for one processor.
   *
   * @param processor index of the processor. If configuration moved the stage to a domain with
   *     fewer processors, the index wraps around; a worker pool ignores it.
   */
  EnqueueResult enqueueOn(int processor, E event);

  /**
   * Asks whether an event of this class would be rejected now, before the caller has the event. A
   * rejection counts as a refused event. The result is no guarantee for a later enqueue.
   */
  default EnqueueResult probe(ServiceClass serviceClass) {
    return probe(serviceClass, 0);
  }

  /**
   * Asks as {@link #probe(ServiceClass)} about an event of this age.
   *
   * @param sinceArrivalNanos nanoseconds since the event entered the service; 0 if it enters here
   */
  EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos);

  /** Returns the class that the classifier gives an event. */
  ServiceClass classOf(E event);

  /** Returns the waiting events and work. */
  StageLoad load();

  /** Returns the current figures; times are from the last full window. */
  StageSnapshot snapshot();

  /**
   * Returns the work since the previous observation, or since the declaration. For a single caller:
   * the batch controller.
   */
  BatchObservation observe();

  /** Returns the windows of the last hour, oldest first, without quiet ones. */
  List<WindowSnapshot> history();
}
