package arashi.front.route;

import arashi.front.MailRequest;
import arashi.front.page.BusyWords;
import arashi.front.route.FailureListener.Shedding;
import arashi.front.route.Request.Way;
import arashi.front.route.Route.Audience;
import arashi.target.ServiceControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import seda.kernel.EventHandler;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;
import seda.netio.http.HttpExchange;

/** Declares the session stage and the request stages. One thread, before the graph starts. */
public final class RequestStages {
  private final StageGraph graph;
  private final ThreadDomain storePool;
  private final int queueCapacity;
  private final AddedWork addedWork;
  private final QualityHeader qualityHeader;
  private final ServiceControl control;
  private final Dispatcher dispatcher;
  private final BooleanSupplier stopping;
  private final UserLevels levels;
  private final Sink<SessionLookup> session;

  /**
   * Declares the session stage.
   *
   * @param storePool runs the stages that use the store
   * @param queueCapacity requests that may wait in each stage of that pool
   * @param addedWork of each request of a user
   * @param qualityHeader of each answer to a user
   * @param levels of that pool
   * @param front looks up sessions, and answers refused requests
   * @param stopping true while the service stops
   */
  public RequestStages(
      StageGraph graph,
      ThreadDomain storePool,
      int queueCapacity,
      AddedWork addedWork,
      QualityHeader qualityHeader,
      ServiceControl control,
      UserLevels levels,
      Front front,
      BooleanSupplier stopping) {
    this.graph = graph;
    this.storePool = storePool;
    this.queueCapacity = queueCapacity;
    this.addedWork = addedWork;
    this.qualityHeader = qualityHeader;
    this.control = control;
    this.levels = levels;
    this.dispatcher = front.dispatcher();
    this.stopping = stopping;
    Stage<SessionLookup> stage = graph.stage(stage("session", queueCapacity), storePool);
    stage
        .handledBy(front.lookUp())
        .blocking()
        .classifiedBy(dispatcher::likelyClass)
        .arrivedAt(SessionLookup::arrivedNanos)
        .turnsBy(lookup -> lookup.session().hashCode())
        .listener(
            FailureListener.anonymous(
                dispatcher.pages(), SessionLookup::exchange, shedding(dispatcher::refuse)));
    control.share(stage);
    session = stage;
  }

  /** Declares the stage of each request, in this order; returns all routes. */
  public List<Route> declare(List<Request<?>> requests) {
    List<Route> routes = new ArrayList<>();
    requests.forEach(request -> routes.addAll(request.declare(this)));
    return routes;
  }

  StageGraph graph() {
    return graph;
  }

  ServiceControl control() {
    return control;
  }

  /** Returns the mail-store pool, with the usual queue. */
  UserRequest.Room storeRoom() {
    return new UserRequest.Room(queueCapacity, storePool);
  }

  <E extends MailRequest> Stage<E> ofUsers(
      String name, UserRequest.Room room, RequestHandler<E> handler) {
    Stage<E> stage = graph.stage(stage(name, room.queueCapacity()), room.domain());
    if (room.domain() == storePool) {
      stage.boundedFlows();
    }
    handler.endsBy(dispatcher.deadlines());
    return stage
        .handledBy(qualityHeader.on(addedWork.before(handler)))
        .blocking()
        .classifiedBy(request -> dispatcher.classes().of(request.user()))
        .arrivedAt(request -> request.exchange().arrivedNanos())
        .turnsBy(request -> request.user().account())
        .listener(
            FailureListener.of(
                dispatcher.pages(),
                shedding(
                    (request, outage) -> dispatcher.busy(request, handler.busyWords(), outage))));
  }

  Stage<HttpExchange> open(
      StageConfig config,
      ThreadDomain domain,
      EventHandler<HttpExchange> handler,
      Route.Refusal refusal) {
    Stage<HttpExchange> stage = graph.stage(config, domain);
    return stage
        .handledBy(handler)
        .blocking()
        .classifiedBy(dispatcher.classes()::before)
        .arrivedAt(HttpExchange::arrivedNanos)
        .listener(
            FailureListener.anonymous(
                dispatcher.pages(),
                exchange -> exchange,
                shedding((exchange, outage) -> dispatcher.refuse(exchange, refusal, outage))));
  }

  /** Returns the levels of a pool's users; empty if it has none. */
  Optional<UserLevels> levels(ThreadDomain domain) {
    return domain == storePool ? Optional.of(levels) : Optional.empty();
  }

  <E extends MailRequest> List<Route> routes(
      List<Way<E>> ways, Stage<E> stage, Optional<UserLevels> ofPool, BusyWords words) {
    Route.Refusal refusal = dispatcher.busyPage(words);
    return ways.stream()
        .map(way -> Route.ofUsers(way, Audience.USERS, session, stage, ofPool, refusal))
        .toList();
  }

  private <E> Shedding<E> shedding(FailureListener.Refusal<E> refusal) {
    return new Shedding<>(stopping, refusal);
  }

  /** Blocking stages take events one by one: in a batch, the last would wait for all others. */
  private static StageConfig stage(String name, int queueCapacity) {
    return StageConfig.named(name).withQueueCapacity(queueCapacity).withBatchSize(1);
  }
}
