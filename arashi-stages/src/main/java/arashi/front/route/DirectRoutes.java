package arashi.front.route;

import arashi.front.MailRequest;
import arashi.front.PathPattern;
import arashi.front.route.FailureListener.Shedding;
import arashi.front.route.Request.Way;
import arashi.front.route.Route.Audience;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import seda.kernel.Batch;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Sink;
import seda.netio.http.HttpExchange;

/**
 * Routes whose handlers run on the thread that brings the request, from the look-up of its session
 * to its answer. There are no stages, queues, targets or admission, and quality is 1. For a server
 * of one thread per request, with which the evaluation compares the stages.
 *
 * <p>On these routes {@link PathRouter#route} blocks and returns after the answer. Thread-safe.
 */
public final class DirectRoutes {
  private final Dispatcher dispatcher;
  private final AddedWork addedWork;
  private final Sink<SessionLookup> session;

  /**
   * Creates routes over the shared objects.
   *
   * @param addedWork of each request of a user
   */
  public DirectRoutes(Front front, AddedWork addedWork) {
    this.dispatcher = front.dispatcher();
    this.addedWork = addedWork;
    EventListener<SessionLookup> failures =
        FailureListener.anonymous(
            dispatcher.pages(), SessionLookup::exchange, shedding(dispatcher::refuse));
    this.session = lookup -> run(front.lookUp(), failures, lookup);
  }

  /** Returns the routes of the requests, in this order. */
  public List<Route> of(List<Request<?>> requests) {
    List<Route> routes = new ArrayList<>();
    requests.forEach(request -> routes.addAll(request.direct(this)));
    return routes;
  }

  <E extends MailRequest> List<Route> ofUsers(List<Way<E>> ways, RequestHandler<E> handler) {
    EventHandler<E> withWork =
        batch -> {
          addedWork.run(1);
          handler.handle(batch);
        };
    EventListener<MailRequest> failures =
        FailureListener.of(
            dispatcher.pages(),
            shedding((request, outage) -> dispatcher.busy(request, handler.busyWords(), outage)));
    Route.Refusal refusal = dispatcher.busyPage(handler.busyWords());
    return ways.stream()
        .map(way -> route(way, Audience.USERS, withWork, failures, refusal))
        .toList();
  }

  List<Route> open(
      List<Way<HttpExchange>> ways, EventHandler<HttpExchange> handler, Route.Refusal refusal) {
    EventListener<HttpExchange> failures =
        FailureListener.anonymous(
            dispatcher.pages(),
            exchange -> exchange,
            shedding((exchange, outage) -> dispatcher.refuse(exchange, refusal, outage)));
    return ways.stream()
        .map(way -> route(way, Audience.EVERYBODY, handler, failures, refusal))
        .toList();
  }

  private <E> Route route(
      Way<E> way,
      Audience audience,
      EventHandler<E> handler,
      EventListener<? super E> failures,
      Route.Refusal refusal) {
    return new Route(
        way.method(),
        PathPattern.of(way.pattern()),
        audience,
        session,
        (likely, session, age) -> EnqueueResult.ACCEPTED,
        (exchange, user, arguments) ->
            run(handler, failures, way.reader().read(exchange, user, arguments)),
        refusal,
        rank -> 0,
        way.bodyBytes(),
        way.readBytes());
  }

  /** Handles one event as a stage does: a failure ends in the listener. */
  private static <E> EnqueueResult run(
      EventHandler<E> handler, EventListener<? super E> failures, E event) {
    Single<E> batch = new Single<>(event);
    try {
      handler.handle(batch);
      if (batch.isShed) {
        failures.shed(event);
      }
    } catch (Throwable e) { // errors too: the client still waits
      failures.failed(event, e);
    }
    return EnqueueResult.ACCEPTED;
  }

  /** Only a handler sheds here, never for the end of the service. */
  private static <E> Shedding<E> shedding(FailureListener.Refusal<E> refusal) {
    return new Shedding<>(() -> false, refusal);
  }

  /** A batch of one event. */
  private static final class Single<E> implements Batch<E> {
    private final E event;
    private boolean isTaken;
    private boolean isShed;

    Single(E event) {
      this.event = event;
    }

    @Override
    public boolean hasNext() {
      return !isTaken;
    }

    @Override
    public int remaining() {
      return isTaken ? 0 : 1;
    }

    @Override
    public E next() {
      if (isTaken) {
        throw new NoSuchElementException("the batch has no more events");
      }
      isTaken = true;
      return event;
    }

    @Override
    public void sort(Comparator<? super E> order) {
      // one event is sorted
    }

    @Override
    public void shed() {
      if (!isTaken) {
        throw new IllegalStateException("no event was taken");
      }
      isShed = true;
    }
  }
}
