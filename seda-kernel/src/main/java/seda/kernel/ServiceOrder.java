package seda.kernel;

import java.time.Duration;
import java.util.List;

/**
 * The order in which a worker pool serves the waiting events of its stages. The pool serves the
 * stage whose next event has the least {@link #urgency}. Within a class of a stage, events leave in
 * the order in which they came, or in reverse while the pool takes the {@linkplain #newestFirst
 * newest first}. Flows of a stage take turns under every order.
 *
 * <p>Applications may implement an order. Its methods are called with the pool's lock held, at each
 * enqueue and for each batch: they must be pure functions of their arguments, return within
 * nanoseconds and allocate nothing. From the same urgencies the pool predicts which waiting events
 * go before a new one. If a method throws, the pool logs it once and serves by age instead.
 */
// no other class creates the built-in orders, so no thread can initialize one before this interface
@SuppressWarnings("ClassInitializationDeadlock")
public interface ServiceOrder {
  /** The event that has waited longest. */
  ServiceOrder FIFO = new Fifo("fifo", false);

  /** The event of the highest class; FIFO within a class. */
  ServiceOrder PRIORITY = new Fifo("priority", true);

  /** The stage with the most waiting credits. */
  ServiceOrder LONGEST_QUEUE = new LongestQueue();

  /**
   * The highest class, and in it the event with the least slack: its arrival plus its stage's
   * response-time target minus its stage's 90th percentile of the service time. After J. W. S. Liu,
   * <i>Real-Time Systems</i>, 2000, 4.5 (least slack time first, without preemption).
   */
  ServiceOrder LEAST_SLACK = new LeastSlack();

  /** The event that came last. Under overload, a few events wait long and most wait briefly. */
  ServiceOrder LIFO = new Lifo();

  /** {@link #adaptiveLifo} after 100 ms, the interval of CoDel [Nichols and Jacobson 2012]. */
  ServiceOrder ADAPTIVE_LIFO = adaptiveLifo(Duration.ofMillis(100));

  /**
   * FIFO in normal load, LIFO while the queues do not become empty [Maurer, Fail at Scale, ACM
   * Queue 13(8), 2015]. A short burst is served fairly; a standing queue is served at its fresh
   * end, because the clients at its old end have given up.
   *
   * @param delay time without an empty queue after which the newest event goes first
   */
  static ServiceOrder adaptiveLifo(Duration delay) {
    return new AdaptiveLifo(delay);
  }

  /** Returns the orders that a configuration can name. */
  static List<ServiceOrder> builtIn() {
    return List.of(FIFO, LONGEST_QUEUE, PRIORITY, LEAST_SLACK, LIFO, ADAPTIVE_LIFO);
  }

  /** Returns the name in configurations and logs: lower case with hyphens. */
  String name();

  /**
   * Returns the urgency of an event; the least goes first. Urgencies are compared by the sign of
   * their difference, so they may wrap around like a clock reading, but must lie within 2⁶³ of each
   * other. Of two events of one class and stage, the one that leaves later must not have less.
   *
   * @param event valid only during this call
   */
  long urgency(WaitingEvent event);

  /**
   * True if a higher class goes before a lower one in all stages, and lower classes keep their
   * guaranteed shares. Otherwise classes count only within a stage.
   */
  default boolean classesFirst() {
    return false;
  }

  /** True if urgency depends on the targets of the stages. */
  default boolean servesByTarget() {
    return false;
  }

  /**
   * True if the newest event of a class and flow leaves first.
   *
   * @param standingNanos time since the pool last had no waiting event, without background work; 0
   *     if none waits
   */
  default boolean newestFirst(long standingNanos) {
    return false;
  }
}
