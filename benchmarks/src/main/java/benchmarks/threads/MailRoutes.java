package benchmarks.threads;

import arashi.MailConfig;
import arashi.deploy.command.ServedStore;
import arashi.front.route.AddedWork;
import arashi.front.route.DirectRoutes;
import arashi.front.route.Front;
import arashi.front.route.PathRouter;
import arashi.front.route.Request;
import arashi.front.route.Route;
import arashi.front.turn.AccountLimits;
import arashi.front.turn.BulkWork;
import arashi.ingest.Intake;
import arashi.remote.GuardedFetch;
import arashi.remote.ImageLinks;
import arashi.remote.RemoteContent;
import arashi.request.delete.Delete;
import arashi.request.flag.FlagMessages;
import arashi.request.listfolders.ListFolders;
import arashi.request.listmessages.ListMessages;
import arashi.request.login.Login;
import arashi.request.login.Logout;
import arashi.request.refile.Refile;
import arashi.request.search.SearchMessages;
import arashi.request.showmessage.ShowMessage;
import arashi.store.Store;
import arashi.store.account.Secrets;
import arashi.target.PolicyInForce;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.netio.http.AllowedHosts;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * The routes of the measured requests, with the product's handlers. The graph runs background work
 * and timers only. Thread-safe.
 */
final class MailRoutes implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final StageGraph graph;
  private final AllowedHosts hosts;
  private final PathRouter router;

  private MailRoutes(StageGraph graph, AllowedHosts hosts, PathRouter router) {
    this.graph = graph;
    this.hosts = hosts;
    this.router = router;
  }

  /** Makes the routes of a store and starts its background work. */
  static MailRoutes open(ServedStore served) {
    MailConfig config = served.mail();
    Store store = served.store();
    StageGraph graph = new StageGraph(Clock.system());
    WorkerPool background = graph.workerPool("background", 1);
    Front front = front(config, store, graph);
    AddedWork work = new AddedWork(config.front().control().addedWork());
    List<Route> routes =
        new ArrayList<>(
            new DirectRoutes(front, work).of(requests(front, config, graph, background)));
    routes.add(
        Route.answered("GET", "/readyz", e -> e.respond(HttpResponse.of(200).text("ready\n"))));
    routes.addAll(UnservedRoutes.ALL);
    PathRouter router =
        new PathRouter(routes, front.pages(), page -> EnqueueResult.CLOSED, front.dispatcher());
    store.service().availability().watch(graph);
    store
        .upkeep()
        .indexUpkeep()
        .completeBy(Intake.of(config.parsing().reading(), graph.clock())::terms);
    store.upkeep().indexUpkeep().run(graph, background);
    graph.start();
    return new MailRoutes(graph, config.front().site().hosts(), router);
  }

  private static Front front(MailConfig config, Store store, StageGraph graph) {
    PolicyInForce policy =
        new PolicyInForce(
            store.service().policies().read(), config.front().control().classRules().classNames());
    AccountLimits limits = config.front().accounts();
    Front.Settings settings =
        new Front.Settings(
            config.front().site(),
            config.front().stages(),
            new AccountLimits(Integer.MAX_VALUE, 0, limits.uploads(), limits.patience()),
            config.front().control(),
            config.front().sessions(),
            config.front().mails());
    return Front.of(settings, policy, store, graph.clock(), graph.timers());
  }

  /**
   * The measured requests.
   *
   * @param graph gives timers to remote content, which is not fetched here
   * @param domain for the descriptors; runs none of them
   */
  private static List<Request<?>> requests(
      Front front, MailConfig config, StageGraph graph, WorkerPool domain) {
    BulkWork bulk = new BulkWork(front.pages(), front.store().upkeep().jobs(), config.jobs());
    Login login = Login.of(front, config.login(), config.front().sessions().lifetime(), domain);
    return List.of(
        login.form(front, domain),
        login,
        Logout.of(front),
        new ListFolders(front),
        new ListMessages(front, config.viewing().list(), config.arrival().mailboxes().quotas()),
        showMessage(front, config, graph),
        new Delete(front, bulk),
        new Refile(front, bulk),
        new FlagMessages(front, bulk),
        new SearchMessages(front, config.viewing().search()));
  }

  private static ShowMessage showMessage(Front front, MailConfig config, StageGraph graph) {
    GuardedFetch fetch =
        new GuardedFetch(
            config.viewing().remote().fetch(),
            GuardedFetch.Resolver.system(),
            (SSLSocketFactory) SSLSocketFactory.getDefault(),
            graph.timers());
    byte[] key = front.store().service().secrets().key(Secrets.IMAGE_LINKS);
    return new ShowMessage(
        front,
        config.viewing().images().within(config.front().mails().mailBytes()),
        config.parsing().reading(),
        new RemoteContent(config.viewing().remote(), fetch, front.clock()),
        new ImageLinks(key, config.viewing().remote().linkLifetime(), front.clock()::instant));
  }

  /** Answers a request. Blocks until the answer. */
  HttpResponse answer(HttpRequest request, InetSocketAddress remote) {
    HttpResponse misdirected = hosts.refusal(request);
    if (misdirected != null) {
      return misdirected;
    }
    DirectExchange exchange = new DirectExchange(request, remote, graph.clock().nanos());
    router.route(exchange);
    return exchange.answer();
  }

  /** Stops the background work. */
  @Override
  public void close() {
    graph.stop(GRACE);
  }
}
