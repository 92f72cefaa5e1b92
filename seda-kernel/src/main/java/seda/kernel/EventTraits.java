package seda.kernel;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the application says of the events of a stage: their class, weight, arrival and order, and
 * who is told of their bad ends. What its functions throw is logged and answered by a default, for
 * it must not end the thread that asks. Set before the stage is opened.
 */
final class EventTraits<E> {
  private static final Logger log = LoggerFactory.getLogger(EventTraits.class);

  private final String stage;
  private Function<? super E, ServiceClass> classifier;
  private ToIntFunction<? super E> weigher;
  private ToLongFunction<? super E> arrival;
  private Comparator<? super E> order;
  private EventListener<? super E> listener = EventListener.none();

  EventTraits(String stage) {
    this.stage = stage;
  }

  void classifiedBy(Function<? super E, ServiceClass> function) {
    classifier = function;
  }

  void weighedBy(ToIntFunction<? super E> function) {
    weigher = function;
  }

  void arrivedAt(ToLongFunction<? super E> function) {
    arrival = function;
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
    weigher = other.weigher;
    arrival = other.arrival;
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
      return ServiceClass.DEFAULT;
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

  void sort(Batch<E> batch) {
    if (order != null) {
      try {
        batch.sort(order);
      } catch (Throwable e) {
        log.error("stage={} order failed, batch stays as it came", stage, e);
      }
    }
  }

  void failed(E event, Throwable cause) {
    try {
      listener.failed(event, cause);
    } catch (Throwable e) {
      log.error("stage={} listener failed", stage, e);
    }
  }

  void shed(E event) {
    try {
      listener.shed(event);
    } catch (Throwable e) {
      log.error("stage={} listener failed", stage, e);
    }
  }
}
