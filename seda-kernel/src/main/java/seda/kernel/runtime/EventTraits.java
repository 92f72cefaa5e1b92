package seda.kernel.runtime;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Answerable;
import seda.kernel.Clock;
import seda.kernel.EventListener;
import seda.kernel.ServiceClass;

/**
 * The application's functions on the events of a stage: class, weight, arrival, flow, order, and
 * the listener for losses. Exceptions of these functions are logged and replaced by a default, so
 * that they do not end the calling thread. Set before the stage opens.
 */
final class EventTraits<E> {
  private static final Logger log = LoggerFactory.getLogger(EventTraits.class);

  /** The flow of a probe, which has no event yet. No event of this flow waits. */
  static final long NEW_FLOW = Long.MIN_VALUE;

  private final String stage;
  private Function<? super E, ServiceClass> classifier;
  private ServiceClass unclassified = ServiceClass.DEFAULT;
  private ToIntFunction<? super E> weigher;
  private ToLongFunction<? super E> arrival;
  private ToLongFunction<? super E> flows; // null if the stage has no flows
  private boolean boundedFlows;
  private Comparator<? super E> order;
  private EventListener<? super E> listener; // null if the application has none
  private final LossLog losses;

  EventTraits(String stage, Clock clock) {
    this.stage = stage;
    this.losses = new LossLog(stage, clock);
  }

  void classifiedBy(Function<? super E, ServiceClass> function) {
    classifier = function;
  }

  void background() {
    classifier = null;
    unclassified = ServiceClass.BACKGROUND;
  }

  void weighedBy(ToIntFunction<? super E> function) {
    weigher = function;
  }

  void arrivedAt(ToLongFunction<? super E> function) {
    arrival = function;
  }

  void turnsBy(ToLongFunction<? super E> function) {
    flows = function;
  }

  void boundedFlows() {
    boundedFlows = true;
  }

  void orderedBy(Comparator<? super E> comparator) {
    order = comparator;
  }

  void listener(EventListener<? super E> who) {
    listener = Objects.requireNonNull(who, "listener");
  }

  /** Copies the functions of another stage. */
  void copy(EventTraits<E> other) {
    classifier = other.classifier;
    unclassified = other.unclassified;
    weigher = other.weigher;
    arrival = other.arrival;
    flows = other.flows;
    boundedFlows = other.boundedFlows;
    order = other.order;
    listener = other.listener;
  }

  boolean areClassified() {
    return classifier != null;
  }

  boolean haveArrivals() {
    return arrival != null;
  }

  ServiceClass serviceClass(E event) {
    if (classifier == null) {
      return unclassified;
    }
    try {
      return Objects.requireNonNull(classifier.apply(event), "class");
    } catch (Throwable e) {
      log.error("stage={} classifier failed; the event gets the default class", stage, e);
      return ServiceClass.DEFAULT;
    }
  }

  int rank(E event) {
    return serviceClass(event).rank();
  }

  /** Returns the weight of an event in credits, 1 or more. */
  int weight(E event) {
    if (weigher == null) {
      return 1;
    }
    try {
      return Math.max(1, weigher.applyAsInt(event));
    } catch (Throwable e) {
      log.error("stage={} weigher failed", stage, e);
      return 1;
    }
  }

  int weight(List<? extends E> events) {
    int weight = 0;
    for (E event : events) {
      weight += weight(event);
    }
    return weight;
  }

  /** Returns when an event entered the service; {@code stamp} is its enqueue time at this stage. */
  long arrival(E event, long stamp) {
    if (arrival == null) {
      return stamp;
    }
    try {
      return arrival.applyAsLong(event);
    } catch (Throwable e) {
      log.error("stage={} arrival failed", stage, e);
      return stamp;
    }
  }

  boolean haveFlows() {
    return flows != null;
  }

  boolean areFlowsBounded() {
    return boundedFlows && haveFlows();
  }

  /** Returns the flow of an event; 0 if the stage has no flows. */
  long flow(E event) {
    if (flows == null) {
      return 0;
    }
    try {
      return flows.applyAsLong(event);
    } catch (Throwable e) {
      log.error("stage={} flow failed", stage, e);
      return 0;
    }
  }

  void sort(EventBatch<E> batch) {
    if (order != null) {
      try {
        batch.sort(order);
      } catch (Throwable e) {
        log.error("stage={} order failed; the batch keeps its order", stage, e);
      }
    }
  }

  /** True if no client waits for the event. */
  boolean isAbandoned(E event) {
    try {
      return event instanceof Answerable asked && asked.isAbandoned();
    } catch (Throwable e) {
      log.error("stage={} asking whether an event is abandoned failed", stage, e);
      return false;
    }
  }

  /** Reports an event on which the handler failed. */
  void failed(E event, Throwable cause) {
    losses.failed(cause);
    if (listener != null) {
      try {
        listener.failed(event, cause);
        return;
      } catch (Throwable e) {
        log.error("stage={} listener failed", stage, e);
      }
    }
    if (event instanceof Answerable unanswered) {
      try {
        unanswered.failed(cause);
      } catch (Throwable e) {
        log.error("stage={} answering a failed event failed", stage, e);
      }
    }
  }

  /** Reports an accepted event that was shed. */
  void shed(E event) {
    if (listener != null) {
      try {
        listener.shed(event);
        return;
      } catch (Throwable e) {
        log.error("stage={} listener failed", stage, e);
      }
    } else {
      losses.shed();
    }
    if (event instanceof Answerable unanswered) {
      try {
        unanswered.shed();
      } catch (Throwable e) {
        log.error("stage={} answering a shed event failed", stage, e);
      }
    }
  }
}
