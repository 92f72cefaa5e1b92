package arashi;

import arashi.console.Console;
import arashi.front.Classes;
import arashi.front.Cookies;
import arashi.front.CrossSiteGuard;
import arashi.front.FailureListener;
import arashi.front.FailureListener.Shedding;
import arashi.front.FolderCache;
import arashi.front.MailRequest;
import arashi.front.MessageRows;
import arashi.front.Pages;
import arashi.front.RawMails;
import arashi.front.RequestHandler;
import arashi.front.RetryAfter;
import arashi.front.Router;
import arashi.front.SessionCache;
import arashi.front.SessionHandler;
import arashi.front.SessionLookup;
import arashi.front.Shown;
import arashi.front.TrustedProxies;
import arashi.front.WarmUp;
import arashi.mime.MailParser;
import arashi.mime.MimeLimits;
import arashi.request.attachment.AttachmentHandler;
import arashi.request.attachment.AttachmentRequest;
import arashi.request.attachment.Spool;
import arashi.request.delete.DeleteHandler;
import arashi.request.delete.DeleteRequest;
import arashi.request.flag.FlagHandler;
import arashi.request.flag.FlagRequest;
import arashi.request.listfolders.ListFoldersHandler;
import arashi.request.listfolders.ListFoldersRequest;
import arashi.request.listmessages.ListMessagesHandler;
import arashi.request.listmessages.ListMessagesRequest;
import arashi.request.login.LoginFormHandler;
import arashi.request.login.LoginHandler;
import arashi.request.login.LogoutHandler;
import arashi.request.login.LogoutRequest;
import arashi.request.refile.RefileHandler;
import arashi.request.refile.RefileRequest;
import arashi.request.search.SearchHandler;
import arashi.request.search.SearchRequest;
import arashi.request.showmessage.MessageViews;
import arashi.request.showmessage.ShowMessageHandler;
import arashi.request.showmessage.ShowMessageRequest;
import arashi.store.Housekeeping;
import arashi.store.Store;
import arashi.target.PolicyInForce;
import arashi.target.RequestType;
import arashi.target.ServiceControl;
import arashi.web.Assets;
import arashi.web.BusyPage.Action;
import arashi.web.Messages;
import arashi.web.Templates;
import haboob.StaticConfig;
import haboob.StaticLimits;
import haboob.StaticPages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageGraph;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.netio.SelectorSource;
import seda.netio.TcpListener;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpServer;

/**
 * The graph of the mail service, from top to bottom: what a request passes, in the order in which
 * it does.
 *
 * <pre>
 *   processors:      listen ─► read ─► http parse ─► route ─┬─► page cache
 *                                                           ├─► login form
 *   password pool:                                          ├─► login
 *   mail-store pool:                                        ├─► session
 *                                                           ├─► list folders, list messages, …
 *   console pool:                                           └─► console session, console, operations
 *   processors:      write ◄─ http send ◄─ all of them
 * </pre>
 */
public final class MailStages {
  private static final Logger log = LoggerFactory.getLogger(MailStages.class);

  /** The domain whose threads use the store. */
  public static final String STORE_POOL = "mail-store";

  /** The domain whose threads check passwords, and use the store for that. */
  public static final String PASSWORD_POOL = "password";

  /** The domain whose threads serve the console, and use the store for that. */
  public static final String CONSOLE_POOL = "console";

  /** Threads of the console's pool: one may wait for a database that does not answer. */
  public static final int CONSOLE_THREADS = 2;

  private static final int MAX_CACHED_ASSET = 1 << 20;

  private static final Duration HOUSEKEEPING_ROUND = Duration.ofHours(1);
  private static final Duration HOUSEKEEPING_STEP = Duration.ofSeconds(2);
  private static final int HOUSEKEEPING_ROWS = 100;

  /** Raw mail is stored before the message that names it, by an import even long before. */
  private static final Duration BLOB_GRACE = Duration.ofDays(1);

  private final StageGraph graph;
  private final MailConfig config;
  private final HttpConfig http;
  private final Store store;

  private final Processors processors;
  private final WorkerPool files;
  private final WorkerPool passwordPool;
  private final WorkerPool storePool;
  private final WorkerPool consolePool;

  private final ServiceControl control;
  private final TrustedProxies proxies;
  private final Classes classes;
  private final Cookies cookies;
  private final Pages pages;
  private final RetryAfter retryAfter;
  private final HttpServer server;

  /**
   * Declares the service on a graph; it runs once that starts.
   *
   * @param http limits of sockets and requests
   * @param assets folder of the style sheet, scripts and icons
   * @throws IOException if the spool can't be made
   */
  public MailStages(StageGraph graph, MailConfig config, HttpConfig http, Store store, Path assets)
      throws IOException {
    this.graph = graph;
    this.config = config;
    this.http = http;
    this.store = store;
    this.retryAfter = new RetryAfter(new Random(), graph.clock(), config.returnsPerSecond());

    processors = graph.processors(ProcessorsConfig.named("processor"), SelectorSource::open);
    files = graph.workerPool("files", 1);
    passwordPool = graph.workerPool(PASSWORD_POOL, config.passwordThreads());
    storePool =
        graph.workerPool(
            WorkerPoolConfig.fixed(STORE_POOL, config.storeThreads())
                .withOrder(ServiceOrder.LEAST_SLACK));
    consolePool = graph.workerPool(CONSOLE_POOL, CONSOLE_THREADS);
    control =
        new ServiceControl(
            graph,
            new PolicyInForce(store.policies().read(), config.classRules().classNames()),
            config.aimdSpeed(),
            new Random());
    proxies = new TrustedProxies(config.trustedProxies());
    classes = new Classes(control.policy(), config.classRules(), proxies);

    Messages messages = Messages.load();
    cookies = new Cookies(config.secure());
    pages =
        new Pages(
            new Templates(messages, Assets.load()),
            messages,
            cookies,
            new FolderCache(store.folders(), graph.clock()));

    Stage<HttpExchange> route = graph.stage(StageConfig.named("route"), processors);
    server = new HttpServer(graph, processors, http, route);
    StaticLimits assetLimits =
        StaticLimits.defaults().withCache(config.assetCacheBytes(), MAX_CACHED_ASSET);
    StaticPages pageCache =
        new StaticPages(graph, processors, files, StaticConfig.of(assets).withLimits(assetLimits));
    Router router = requests(pageCache);
    server.earlyRefusal(router::refuseEarly);
    control.follow(store.policies(), consolePool);
    housekeeping();
    route.handledBy(EventHandler.each(router::route));
    route.listener(FailureListener.anonymous(pages, exchange -> exchange));
  }

  /** Classes, targets and quality of the request stages. */
  public ServiceControl control() {
    return control;
  }

  /** Looks at everything once a round, a step at a time, so that nobody waits for it. */
  private void housekeeping() {
    Stage<Housekeeping> stage =
        graph.stage(
            StageConfig.named("housekeeping").withQueueCapacity(1).withBatchSize(1), storePool);
    stage.handledBy(
        EventHandler.each(
            broom -> {
              Duration pause = HOUSEKEEPING_ROUND; // after a failure, too
              try {
                pause = broom.step() ? HOUSEKEEPING_STEP : HOUSEKEEPING_ROUND;
              } finally {
                graph.timers().after(pause, () -> stage.enqueue(broom));
              }
            }));
    Housekeeping broom =
        new Housekeeping(store, graph.clock()::instant, BLOB_GRACE, HOUSEKEEPING_ROWS);
    graph.timers().after(HOUSEKEEPING_STEP, () -> stage.enqueue(broom));
  }

  /**
   * Answers requests of its own on a port of loopback that nobody knows, see {@link WarmUp}; once
   * the graph has started, before the server is bound. Blocks.
   */
  public void warmUp(Duration time) {
    if (time.isZero()) {
      return;
    }
    try (TcpListener listener =
        server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      new WarmUp(listener.address(), http.tls(), cookies, graph.clock()).run(time);
    } catch (IOException e) {
      log.warn("the service could not be warmed up", e); // it can serve all the same
    }
  }

  /** The sockets; to be bound once the graph has started. */
  public HttpServer server() {
    return server;
  }

  /** One stage, one queue and one admission controller for each request type. */
  private Router requests(StaticPages pageCache) throws IOException {
    CrossSiteGuard guard = new CrossSiteGuard(config.publicOrigin());
    SessionCache sessions =
        new SessionCache(config.sessionCacheTime(), config.sessionCacheSize(), graph.clock());
    Shown shown = new Shown(graph.clock(), config.zone());
    MessageRows rows = new MessageRows(shown);
    MailParser parser = new MailParser(MimeLimits.DEFAULT);
    RawMails rawMails = new RawMails(store.blobs(), config.maxMailBytes(), config.heldMailBytes());
    Spool spool = new Spool(config.spoolDirectory(), config.spoolThreshold(), config.spoolBytes());

    Stage<HttpExchange> loginForm = graph.stage(StageConfig.named("login form"), processors);
    Stage<HttpExchange> login =
        graph.stage(
            StageConfig.named("login")
                .withQueueCapacity(config.loginQueueCapacity())
                .withBatchSize(1),
            passwordPool);
    Stage<SessionLookup> session = graph.stage(storeStage("session"), storePool);
    Router router =
        new Router(pages, guard, cookies, sessions, classes, pageCache, session, retryAfter);

    LoginHandler loginHandler =
        new LoginHandler(
            store,
            pages,
            cookies,
            guard,
            proxies,
            config.login(),
            config.sessionLifetime(),
            graph.clock());
    loginForm.handledBy(new LoginFormHandler(pages));
    login.handledBy(loginHandler);
    login.classifiedBy(classes::before).arrivedAt(HttpExchange::arrivedNanos);
    control.add(RequestType.LOGIN, login);
    login.listener(
        FailureListener.anonymous(
            pages,
            exchange -> exchange,
            shedding(
                exchange ->
                    loginHandler.refuse(
                        exchange, null, retryAfter.afterShedding(classes.before(exchange))))));
    session
        .classifiedBy(lookup -> classes.likely(lookup, sessions))
        .arrivedAt(SessionLookup::arrivedNanos);
    SessionHandler sessionHandler =
        new SessionHandler(store, sessions, router, config.sessionLifetime(), graph.clock());
    session.handledBy(sessionHandler);
    control.share(session);
    session.listener(
        FailureListener.anonymous(pages, SessionLookup::exchange, shedding(router::shed)));

    Stage<ListFoldersRequest> listFolders =
        stage(RequestType.LIST_FOLDERS, new ListFoldersHandler(pages));
    Stage<ListMessagesRequest> listMessages =
        stage(
            RequestType.LIST_MESSAGES,
            new ListMessagesHandler(pages, store, rows, config.pageSize()));
    Stage<ShowMessageRequest> showMessage =
        stage(
            RequestType.SHOW_MESSAGE,
            new ShowMessageHandler(
                pages,
                store,
                rows,
                new MessageViews(shown, parser),
                rawMails,
                config.images().within(config.maxMailBytes()),
                retryAfter));
    Stage<AttachmentRequest> attachment =
        stage(
            RequestType.ATTACHMENT,
            new AttachmentHandler(pages, store, rawMails, parser, spool, retryAfter));
    Stage<DeleteRequest> delete = stage(RequestType.DELETE, new DeleteHandler(pages, store));
    Stage<RefileRequest> refile = stage(RequestType.REFILE, new RefileHandler(pages, store));
    Stage<FlagRequest> flag = stage(RequestType.FLAG, new FlagHandler(pages, store));
    Stage<SearchRequest> search =
        stage(RequestType.SEARCH, new SearchHandler(pages, store, rows, shown, config.search()));
    Stage<LogoutRequest> logout =
        stage("logout", Action.LIST_FOLDERS, new LogoutHandler(pages, store, sessions, cookies));
    control.share(logout);

    Console console =
        new Console(
            graph,
            consolePool,
            control,
            store,
            pages,
            shown,
            server::statistics,
            config.metricsAllow());
    return console
        .routes(router, sessionHandler)
        .openRoute("GET", "/login", loginForm, loginHandler::refuse)
        .openRoute("POST", "/login", login, loginHandler::refuse)
        .route("POST", "/logout", Action.LIST_FOLDERS, LogoutRequest::read, logout)
        .route("GET", "/mail", Action.LIST_FOLDERS, ListFoldersRequest::read, listFolders)
        .route(
            "GET", "/mail/{folder}", Action.LIST_MESSAGES, ListMessagesRequest::read, listMessages)
        .route("GET", "/search", Action.SEARCH, SearchRequest::read, search)
        .route(
            "GET",
            "/mail/{folder}/{uid}",
            Action.SHOW_MESSAGE,
            ShowMessageRequest::page,
            showMessage)
        .route("GET", Pages.MAIL_BODY, Action.SHOW_MESSAGE, ShowMessageRequest::body, showMessage)
        .route(
            "GET",
            "/mail/{folder}/{uid}/raw",
            Action.ATTACHMENT,
            AttachmentRequest::raw,
            attachment)
        .route(
            "GET",
            "/mail/{folder}/{uid}/part/{n}",
            Action.ATTACHMENT,
            AttachmentRequest::part,
            attachment)
        .route("POST", "/mail/{folder}/delete", Action.DELETE, DeleteRequest::read, delete)
        .route("POST", "/mail/{folder}/refile", Action.REFILE, RefileRequest::read, refile)
        .route("POST", "/mail/{folder}/flag", Action.FLAG, FlagRequest::read, flag);
  }

  private <E extends MailRequest> Stage<E> stage(RequestType type, RequestHandler<E> handler) {
    Stage<E> stage = stage(type.stage(), Action.valueOf(type.name()), handler);
    control.add(type, stage);
    return stage;
  }

  private <E extends MailRequest> Stage<E> stage(
      String name, Action action, RequestHandler<E> handler) {
    Stage<E> stage = graph.stage(storeStage(name), storePool);
    return stage
        .handledBy(handler)
        .classifiedBy(request -> classes.of(request.user()))
        .arrivedAt(request -> request.exchange().arrivedNanos())
        .listener(
            FailureListener.of(
                pages,
                shedding(
                    request ->
                        pages.busy(
                            request.exchange(),
                            request.user(),
                            action,
                            retryAfter.afterShedding(classes.of(request.user()))))));
  }

  private <E> Shedding<E> shedding(Consumer<E> busy) {
    return new Shedding<>(server::isDraining, busy);
  }

  /** What blocks is taken one by one: a batch would hold back its last event by all others. */
  private StageConfig storeStage(String name) {
    return StageConfig.named(name).withQueueCapacity(config.queueCapacity()).withBatchSize(1);
  }
}
