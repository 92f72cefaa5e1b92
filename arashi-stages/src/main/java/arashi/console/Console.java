package arashi.console;

import arashi.console.ConsoleRequest.View;
import arashi.front.FailureListener;
import arashi.front.Pages;
import arashi.front.Route;
import arashi.front.Router;
import arashi.front.SessionHandler;
import arashi.front.SessionLookup;
import arashi.front.Shown;
import arashi.store.Store;
import arashi.target.Network;
import arashi.target.ServiceControl;
import java.util.List;
import java.util.function.Supplier;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageGraph;
import seda.kernel.ThreadDomain;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpStatistics;

/** The stages of the console and of operations, and the ways to them. */
public final class Console {
  private static final int QUEUE_CAPACITY = 64;

  private final Stage<SessionLookup> session;
  private final Stage<ConsoleRequest> console;
  private final Stage<HttpExchange> operations;
  private final ServiceControl control;

  /**
   * Declares the stages.
   *
   * @param pool runs them, and nothing else that can be busy; each thread needs a connection of the
   *     store
   * @param http figures of the server
   * @param metricsAllow networks from which the metrics may be read
   */
  public Console(
      StageGraph graph,
      ThreadDomain pool,
      ServiceControl control,
      Store store,
      Pages pages,
      Shown shown,
      Supplier<HttpStatistics> http,
      List<Network> metricsAllow) {
    this.control = control;
    session = graph.stage(stage("console session"), pool);
    console = graph.stage(stage("console"), pool);
    operations = graph.stage(stage("operations"), pool);
    session.listener(FailureListener.anonymous(pages, SessionLookup::exchange));

    Flow flow = new Flow();
    graph.listener(flow);
    console.handledBy(
        new ConsoleHandler(
            pages,
            new LiveView(graph, control, flow, shown),
            new HistoryView(graph.clock(), control),
            new SettingsView(store.policies(), control, shown),
            new SettingsForms(store.policies(), control)));
    console.arrivedAt(request -> request.exchange().arrivedNanos());
    console.listener(FailureListener.of(pages));

    Operations handler = new Operations(new Metrics(graph, control, http), metricsAllow);
    operations.handledBy(handler).listener(handler).arrivedAt(HttpExchange::arrivedNanos);
  }

  private static StageConfig stage(String name) {
    return StageConfig.named(name).withQueueCapacity(QUEUE_CAPACITY).withBatchSize(1);
  }

  /** Adds the routes; {@code sessions} looks up who asks. */
  public Router routes(Router router, SessionHandler sessions) {
    session.handledBy(sessions).arrivedAt(SessionLookup::arrivedNanos);
    Route.Refusal busy = (exchange, user, retryAfter) -> Operations.refuse(exchange);
    return router
        .adminRoute("GET", "/admin", session, ConsoleRequest.page(View.LIVE), console)
        .adminRoute("GET", "/admin/history", session, ConsoleRequest.page(View.HISTORY), console)
        .adminRoute("GET", "/admin/settings", session, ConsoleRequest.page(View.SETTINGS), console)
        .adminRoute(
            "POST", "/admin/targets", session, ConsoleRequest.form(View.SET_TARGETS), console)
        .adminRoute("POST", "/admin/classes", session, ConsoleRequest.form(View.SET_CLASS), console)
        .adminRoute("POST", "/admin/stages", session, ConsoleRequest.form(View.SET_STAGE), console)
        .openRoute("GET", Operations.METRICS, operations, busy)
        .answer("GET", "/readyz", exchange -> Operations.readiness(exchange, control))
        .answer("GET", "/healthz", Operations::alive);
  }
}
