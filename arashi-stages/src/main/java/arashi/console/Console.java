package arashi.console;

import arashi.console.ConsoleRequest.View;
import arashi.front.page.Pages;
import arashi.front.route.Dispatcher;
import arashi.front.route.FailureListener;
import arashi.front.route.FailureListener.Shedding;
import arashi.front.route.Front;
import arashi.front.route.Request.Way;
import arashi.front.route.Route;
import arashi.front.route.Route.Audience;
import arashi.front.route.SessionLookup;
import arashi.store.database.Availability;
import arashi.store.outbox.Hold;
import arashi.store.policy.Policies;
import arashi.target.Network;
import arashi.target.ServiceControl;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/** The stages of the console and of operations, and their routes. */
public final class Console {
  private static final String READY = "/readyz";
  private static final String ALIVE = "/healthz";
  private static final int QUEUE_CAPACITY = 64;

  private final Stage<SessionLookup> session;
  private final Stage<ConsoleRequest> console;
  private final Stage<HttpExchange> operations;
  private final ServiceControl control;
  private final Availability availability;
  private final Supplier<Hold> hold;
  private final Route.Refusal refusal;

  /**
   * Declares the stages.
   *
   * @param pool pool that runs them, and nothing else that can be busy; each thread needs a store
   *     connection
   * @param front session look-up, and responses to refused requests
   * @param sockets socket statistics
   * @param metricsAllow networks that may read the metrics
   */
  public Console(
      StageGraph graph,
      ThreadDomain pool,
      ServiceControl control,
      Front front,
      SocketFigures sockets,
      List<Network> metricsAllow) {
    Pages pages = front.pages();
    Policies policies = front.store().service().policies();
    Dispatcher dispatcher = front.dispatcher();
    this.control = control;
    this.availability = front.store().service().availability();
    this.hold = front.store().outgoing().holds()::latest;
    session = graph.stage(stage("console session"), pool);
    session.handledBy(front.lookUp()).arrivedAt(SessionLookup::arrivedNanos);
    session.listener(
        FailureListener.anonymous(
            pages, SessionLookup::exchange, new Shedding<>(() -> true, dispatcher::refuse)));
    console = graph.stage(stage("console"), pool);
    operations = graph.stage(stage("operations"), pool);
    session.blocking();
    Flow flow = new Flow();
    graph.listener(flow);
    ConsoleHandler handler =
        new ConsoleHandler(
            pages,
            new LiveView(graph, control, flow, front.shown(), hold),
            new HistoryView(graph.clock(), control),
            new SettingsView(policies, control, front.shown(), pages.messages()),
            new SettingsForms(policies, control));
    console.handledBy(handler);
    refusal = dispatcher.busyPage(handler.busyWords());
    console.arrivedAt(request -> request.exchange().arrivedNanos());
    console
        .listener(
            FailureListener.of(
                pages,
                new Shedding<>(
                    () -> true,
                    (request, outage) -> dispatcher.busy(request, handler.busyWords(), outage))))
        .blocking();

    Operations metrics =
        new Operations(
            new Metrics(graph, control, availability::outage, hold, sockets), metricsAllow);
    operations.handledBy(metrics).listener(metrics).arrivedAt(HttpExchange::arrivedNanos);
  }

  private static StageConfig stage(String name) {
    return StageConfig.named(name).withQueueCapacity(QUEUE_CAPACITY).withBatchSize(1);
  }

  /** True for a probe of a load balancer or supervisor; the answer holds nothing private. */
  public static boolean isProbe(HttpRequest request) {
    return request.path().equals(ALIVE) || request.path().equals(READY);
  }

  /**
   * Returns the routes.
   *
   * @param trouble fault from which the process cannot recover by itself, or empty; never blocks
   * @param warm whether the warm-up is complete; never blocks
   */
  public List<Route> routes(Supplier<Optional<String>> trouble, BooleanSupplier warm) {
    Route.Refusal busy = (exchange, user, retryAfter, outage) -> Operations.refuse(exchange);
    Way<HttpExchange> metrics =
        Way.get(Operations.METRICS, (exchange, user, arguments) -> exchange);
    return List.of(
        admins(Way.get("/admin", ConsoleRequest.page(View.LIVE))),
        admins(Way.get("/admin/history", ConsoleRequest.page(View.HISTORY))),
        admins(Way.get("/admin/settings", ConsoleRequest.page(View.SETTINGS))),
        admins(Way.post("/admin/targets", ConsoleRequest.form(View.SET_TARGETS))),
        admins(Way.post("/admin/classes", ConsoleRequest.form(View.SET_CLASS))),
        admins(Way.post("/admin/stages", ConsoleRequest.form(View.SET_STAGE))),
        Route.open(metrics, operations, busy),
        Route.answered(
            "GET",
            READY,
            exchange ->
                Operations.readiness(
                    exchange, control, availability, warm.getAsBoolean(), hold.get())),
        Route.answered("GET", ALIVE, exchange -> Operations.alive(exchange, trouble.get())));
  }

  /** Routes requests of admins, whose sessions are looked up on a separate stage. */
  private Route admins(Way<ConsoleRequest> way) {
    return Route.ofUsers(way, Audience.ADMINS, session, console, Optional.empty(), refusal);
  }
}
