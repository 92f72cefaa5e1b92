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
 * What the application says of the events of a stage: their class, weight, arrival, flow and order,
 * and who is told of their bad ends. What its functions throw is logged and answered by a default,
 * for it must not end the thread that asks. Set before the stage is opened.
 */
final class EventTraits<E> {
  private static final Logger log = LoggerFactory.getLogger(EventTraits.class);

  /** The flow of a probe, which has no event yet: a flow that has nothing waiting. */
  static final long NEW_FLOW = Long.MIN_VALUE;

  private final String stage;
  private Function<? super E, ServiceClass> classifier;
  private ServiceClass unclassified = ServiceClass.DEFAULT;
  private ToIntFunction<? super E> weigher;
  private ToLongFunction<? super E> arrival;
  private ToLongFunction<? super E> flows; // null if there are none
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

  void orderedBy(Comparator<? super E> comparator) {
    order = comparator;
  }

  void listener(EventListener<? super E> who) {
    listener = Objects.requireNonNull(who, "listener");
  }

  /** Takes over all that was declared of another stage's events. */
  void copy(EventTraits<E> other) {
    classifier = other.classifier;
    unclassified = other.unclassified;
    weigher = other.weigher;
    arrival = other.arrival;
    flows = other.flows;
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
      log.error("stage={} classifier failed", stage, e);
      return ServiceClass.DEFAULT;
    }
  }

  int rank(E event) {
    return serviceClass(event).rank();
  }

  /** Credits that the event takes, 1 or more. */
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

  /** When an event entered the service, if it entered this stage at {@code stamp}. */
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

  /** The flow that an event takes a turn of; 0 for all if there are none. */
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
        log.error("stage={} order failed, batch stays as it came", stage, e);
      }
    }
  }

  /** The handler failed on an event. */
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

  /** An accepted event is not handled. */
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
