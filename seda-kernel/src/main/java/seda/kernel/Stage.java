package seda.kernel;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * A named unit of processing of one event type: a handler, its queue, and the admission controller
 * in front of that. A stage owns no thread; its {@link ThreadDomain} runs it.
 *
 * <p>A stage is declared on a {@code seda.kernel.graph.StageGraph}, given its handler with {@link
 * #handledBy}, and lives until it is destroyed or the graph stops:
 *
 * <pre>
 *   DECLARED ── opened ──► OPEN ── drained ──► DRAINING ── queue empty, or shed ──► STOPPED
 * </pre>
 *
 * <p>Methods of the declaration are called by the thread that builds the graph, before the stage is
 * opened; they throw {@link IllegalStateException} afterwards. All others may be called by any
 * thread and never block.
 *
 * @param <E> type of the events
 */
public interface Stage<E> extends Sink<E> {

  // ---- declaration

  /** Sets the handler of the events. */
  Stage<E> handledBy(EventHandler<E> handler);

  /** Sets the listener that is told of events that failed or were shed. */
  Stage<E> listener(EventListener<? super E> listener);

  /** Sets the classifier of events; without it, every event is of the default class. */
  Stage<E> classifiedBy(Function<? super E, ServiceClass> classifier);

  /**
   * Declares all events of the stage as {@link ServiceClass#BACKGROUND}, in place of a classifier.
   * While other classes wait, its work gets the stage's guaranteed share of the threads' time; 0
   * for nothing.
   */
  Stage<E> background();

  /** Sets how many credits of the queue an event takes, 1 or more; without it, one each. */
  Stage<E> weighedBy(ToIntFunction<? super E> weigher);

  /**
   * Sets what says when an event entered the service, as the clock's nanoseconds. Response times
   * are counted from there; without it, from when the event entered this stage.
   */
  Stage<E> arrivedAt(ToLongFunction<? super E> arrival);

  /**
   * Sets the flow of an event by a key, like its account. Within a class flows take turns, an event
   * each [Nagle, RFC 970], so that a flow with thousands of events delays the others by one turn;
   * on a worker pool, admission predicts the wait for the flow's own turn, and a flow fills half of
   * the queue at most. Without it, a class is first come, first served.
   *
   * <p>Turns are those of one stage. Across the stages of a pool its order decides.
   */
  Stage<E> turnsBy(ToLongFunction<? super E> flow);

  /** Sets an order in which the handler gets the events of a batch, like shortest first. */
  Stage<E> orderedBy(Comparator<? super E> order);

  /**
   * Ties the stage to the domain it is declared on, because its handler uses that domain's threads;
   * configuration can't move it then.
   */
  Stage<E> pinned();

  /**
   * Declares that the handler blocks, on a disk, a database or another service. Then configuration
   * can't move the stage to {@link Processors}, where it would stop everything else.
   */
  Stage<E> blocking();

  // ---- at any time

  /**
   * Replaces the admission controller. Each event is judged by one of the two; what is queued stays
   * queued.
   */
  Stage<E> admission(AdmissionController<? super E> admission);

  /** The admission controller in force. */
  AdmissionController<? super E> admission();

  /**
   * Sets the most events of a batch.
   *
   * @param limit 1 or more; more than {@link StageConfig#batchSize} is cut to that
   */
  void batchLimit(int limit);

  /** The most events of a batch, as set now. */
  int batchLimit();

  /** The stage's name, unique in its graph. */
  String name();

  /** The configuration in force. */
  StageConfig config();

  /** The domain that runs the stage; until it is opened, the declared one. */
  ThreadDomain domain();

  /** True if only the domain it is declared on can run it. */
  boolean isPinned();

  /** True if its handler blocks, so that processors can't run it. */
  boolean isBlocking();

  /** True if its events have classes; otherwise all are of one. */
  boolean isClassified();

  /** Sets the response-time targets by class, in place of the configured one. */
  Stage<E> targets(Targets byClass);

  /** The response-time targets in force; what is returned follows later changes. */
  Targets targets();

  /**
   * Sets what each class below the highest keeps of the queue's room and of the service.
   *
   * @param share from 0 to 0.5
   */
  void guaranteedShare(double share);

  /** What each class below the highest keeps. */
  double guaranteedShare();

  /** The degradation knob. */
  Quality quality();

  /**
   * {@inheritDoc}
   *
   * <p>On processors: from one of their threads the event stays on that thread's processor; events
   * from any other thread are spread over the processors in turn.
   */
  @Override
  EnqueueResult enqueue(E event);

  @Override
  EnqueueResult enqueueAll(List<? extends E> events);

  @Override
  Reservation reserve(List<? extends E> events, Duration expiry);

  /**
   * A sink whose events all run on one processor, for events that belong to something which lives
   * there, like a connection. For a stage on a worker pool it is the stage itself.
   *
   * @param processor see {@link #enqueueOn}
   */
  default Sink<E> on(int processor) {
    return event -> enqueueOn(processor, event);
  }

  /**
   * Enqueues an event that one processor runs.
   *
   * @param processor index of the processor; if configuration moved the stage to a domain with
   *     fewer of them, the index wraps around; a worker pool ignores it
   */
  EnqueueResult enqueueOn(int processor, E event);

  /**
   * Asks, before there is an event, whether one of this class would be refused now; counts it as
   * refused then. Later it may still be refused, or not.
   */
  EnqueueResult probe(ServiceClass serviceClass);

  /** The events and the work that wait now. */
  StageLoad load();

  /** The figures now; times are those of the last window. */
  StageSnapshot snapshot();

  /**
   * What the stage did since the observation before, or since it was declared; for one caller, the
   * controller of its batches.
   */
  BatchObservation observe();

  /** The last hour, window by window, oldest first; quiet windows are left out. */
  List<WindowSnapshot> history();
}
