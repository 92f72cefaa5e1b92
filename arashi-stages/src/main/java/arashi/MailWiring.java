package arashi;

import arashi.compose.Draft;
import arashi.compose.DraftMail;
import arashi.console.Console;
import arashi.console.SocketFigures;
import arashi.delivery.Mailboxes;
import arashi.delivery.session.Deliver;
import arashi.delivery.session.DeliveryServer;
import arashi.front.route.AddedWork;
import arashi.front.route.FailureListener;
import arashi.front.route.Front;
import arashi.front.route.PathRouter;
import arashi.front.route.QualityHeader;
import arashi.front.route.RequestStages;
import arashi.front.route.Route;
import arashi.front.route.UserLevels;
import arashi.front.route.WarmUp;
import arashi.front.session.TrustedProxies;
import arashi.ingest.Intake;
import arashi.ingest.Remaker;
import arashi.outbox.DraftFolder;
import arashi.outbox.OutboxStages;
import arashi.request.login.Login;
import arashi.store.Store;
import arashi.target.PolicyInForce;
import arashi.target.ServiceControl;
import haboob.cache.StaticConfig;
import haboob.cache.StaticLimits;
import haboob.cache.StaticPages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.SelectorSource;
import seda.netio.http.AllowedHosts;
import seda.netio.http.BodySpool;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;
import seda.netio.http.HttpServer;

/**
 * Declares the graph of the mail service: threads, server, controllers, delivery, background work.
 * {@link MailStages} has the request types, and the graph as a drawing.
 */
public final class MailWiring {
  /** Name of the domain whose threads use the store. */
  public static final String STORE_POOL = "mail-store";

  /** Name of the domain whose threads check passwords; they use the store too. */
  public static final String PASSWORD_POOL = "password";

  /** Name of the domain whose threads fetch remote content. */
  public static final String REMOTE_POOL = "remote";

  /** Name of the domain whose threads serve the console; they use the store too. */
  public static final String CONSOLE_POOL = "console";

  /** Threads of the console's pool: one may hang on a database that does not answer. */
  public static final int CONSOLE_THREADS = 2;

  private static final int MAX_CACHED_ASSET = 1 << 20;

  private final ServiceControl control;
  private final HttpServer server;
  private final DeliveryServer delivery;
  private final HttpConfig http;
  private final Front front;
  private final Login login;
  private final List<Route> routes;
  private volatile boolean warm;

  /**
   * Declares the service on a graph; it runs once the graph starts.
   *
   * @param http limits of sockets and requests
   * @param mailboxes destination of arriving mail
   * @param assets folder of the style sheet, scripts and icons
   * @param trouble reason why the process can't recover by itself, or empty; never blocks
   * @throws IOException if the spool can't be created
   */
  public MailWiring(
      StageGraph graph,
      MailConfig config,
      HttpConfig http,
      Store store,
      Mailboxes mailboxes,
      Path assets,
      Supplier<Optional<String>> trouble)
      throws IOException {
    this.http = http;
    Processors processors =
        graph.processors(ProcessorsConfig.named("processor"), SelectorSource::open);
    WorkerPool files = graph.workerPool("files", 1);
    WorkerPoolConfig passwordThreads =
        WorkerPoolConfig.fixed(PASSWORD_POOL, config.login().threads());
    WorkerPool passwordPool = graph.workerPool(passwordThreads.withOrder(ServiceOrder.LEAST_SLACK));
    WorkerPoolConfig storeThreads =
        WorkerPoolConfig.fixed(STORE_POOL, config.front().stages().storeThreads());
    WorkerPool storePool = graph.workerPool(storeThreads.withOrder(ServiceOrder.LEAST_SLACK));
    WorkerPool consolePool = graph.workerPool(CONSOLE_POOL, CONSOLE_THREADS);

    PolicyInForce policy =
        new PolicyInForce(store.service().policies().read(), config.classNames());
    control = new ServiceControl(graph, policy, config.front().control().aimdSpeed(), new Random());
    front = Front.of(config.front(), policy, store, graph.clock(), graph.timers());

    Stage<HttpExchange> route = graph.stage(StageConfig.named("route"), processors);
    server = new HttpServer(graph, processors, http, route);
    StaticLimits limits =
        StaticLimits.defaults().withCache(config.assetCacheBytes(), MAX_CACHED_ASSET);
    StaticPages pageCache =
        new StaticPages(graph, processors, files, StaticConfig.of(assets).withLimits(limits));
    RequestStages stages =
        new RequestStages(
            graph,
            storePool,
            config.front().stages().queueCapacity(),
            new AddedWork(config.front().control().addedWork()),
            new QualityHeader(config.front().control().qualityHeader()),
            control,
            UserLevels.of(front, config.front().control().levels()),
            front,
            server::isDraining);
    login = Login.of(front, config.login(), config.front().sessions().lifetime(), passwordPool);
    Intake intake = Intake.of(config.parsing().reading(), graph.clock());
    DraftFolder drafts =
        new DraftFolder(
            store,
            intake,
            (account, content) -> DraftMail.of(Draft.decode(content)),
            graph.clock()::instant);
    MailStages types =
        new MailStages(
            new MailStages.Threads(graph, processors, passwordPool, storePool),
            config,
            front,
            login,
            intake,
            drafts,
            server::isDraining);
    List<Route> found = new ArrayList<>(stages.declare(types.requests()));
    delivery =
        new DeliveryServer(
            graph, processors, config.arrival().delivery(), http.tcp(), new Random());
    delivery.deliverTo(
        new Deliver(
            graph,
            storePool,
            config.front().stages().queueCapacity(),
            control,
            mailboxes,
            config.arrival().delivery().className()));
    Console console =
        new Console(
            graph,
            consolePool,
            control,
            front,
            new SocketFigures(server::statistics, delivery::statistics),
            config.metricsAllow());
    found.addAll(console.routes(trouble, () -> warm));
    routes = List.copyOf(found);
    PathRouter router = new PathRouter(routes, front.pages(), pageCache, front.dispatcher());
    route.handledBy(EventHandler.each(router::route));
    route.listener(FailureListener.anonymous(front.pages(), exchange -> exchange));
    TrustedProxies proxies = front.proxies();
    server
        .earlyRefusal(
            (head, peer) -> refuseEarly(router, config.front().site().hosts(), head, peer))
        .bodyLimit(router)
        .bodyGate(
            router,
            new BodySpool(
                config.viewing().spool().directory(), config.sending().compose().spoolBytes()))
        .behindProxies(proxies::isTrusted, proxies::clientOf)
        .strictTransport(config.front().site().strictTransport(), proxies::cameByHttps);
    control.follow(store.service().policies(), consolePool);
    if (config.front().control().qualityControl()) {
      control.controlQuality();
    }
    store.service().availability().watch(graph);
    HousekeepingStage.declare(
        graph, storePool, store, config.changes(), config.arrival().mailboxes(), config.jobs());
    JobStage.declare(graph, storePool, store.upkeep().jobs(), config.jobs());
    OutboxStages.declare(
        graph,
        storePool,
        store,
        intake,
        config.sending().outbox(),
        config.sending().hold(),
        mailboxes,
        Optional.of(drafts),
        config.arrival().delivery().smtp().hostname());
    Remaker remaker =
        new Remaker(
            store,
            intake,
            graph.clock()::instant,
            config.front().mails().mailBytes(),
            config.parsing().remake(),
            new Random().nextLong(1, Long.MAX_VALUE));
    RemakingStage.declare(graph, storePool, config.parsing().remake().pause(), remaker::step);
    store.upkeep().indexUpkeep().completeBy(intake::terms);
    store.upkeep().indexUpkeep().run(graph, storePool);
  }

  /** Probes may name any host: a load balancer often names none of ours. */
  private static HttpResponse refuseEarly(
      PathRouter router, AllowedHosts hosts, HttpRequest head, InetSocketAddress remote) {
    HttpResponse misdirected = Console.isProbe(head) ? null : hosts.refusal(head);
    return misdirected == null ? router.refuseEarly(head, remote) : misdirected;
  }

  /** The routes of all requests, in the order in which they are tried. */
  public List<Route> routes() {
    return routes;
  }

  /** Service classes, targets and quality of the request stages. */
  public ServiceControl control() {
    return control;
  }

  /**
   * Warms up the code by requests of its own on an unpublished loopback port, see {@link WarmUp}.
   * To be called after the graph has started. {@code /readyz} reports ready from the end of the
   * warm-up. Blocks until then, or until the server drains.
   */
  public void warmUp(Duration time) {
    WarmUp.of(server, http.tls(), front.cookies(), front.clock(), time);
    if (!time.isZero()) {
      login.forgive(InetAddress.getLoopbackAddress());
    }
    warm = true;
  }

  /** The delivery server; to be bound once the graph has started. */
  public DeliveryServer delivery() {
    return delivery;
  }

  /** The HTTP server; to be bound once the graph has started. */
  public HttpServer server() {
    return server;
  }
}
