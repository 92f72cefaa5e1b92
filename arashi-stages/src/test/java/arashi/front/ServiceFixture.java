package arashi.front;

import arashi.front.page.Flash;
import arashi.front.page.RawMailLimits;
import arashi.front.page.SiteConfig;
import arashi.front.route.AddedWork;
import arashi.front.route.Front;
import arashi.front.route.PathRouter;
import arashi.front.route.QualityHeader;
import arashi.front.route.ReadLimits;
import arashi.front.route.Request;
import arashi.front.route.RequestStages;
import arashi.front.route.StageLimits;
import arashi.front.route.UserLevels;
import arashi.front.session.SessionLimits;
import arashi.front.session.Tokens;
import arashi.front.turn.AccountLimits;
import arashi.front.turn.BulkWork;
import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.account.Session;
import arashi.store.job.JobLimits;
import arashi.store.policy.Policy;
import arashi.store.policy.PolicyEdit;
import arashi.target.ClassRules;
import arashi.target.ControlConfig;
import arashi.target.PolicyInForce;
import arashi.target.RequestType;
import arashi.target.ServiceControl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import seda.kernel.ServiceOrder;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;
import seda.netio.http.AllowedHosts;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Some requests of the service as it runs them: route, session, stage and handler, over a store of
 * their own. Only sockets and threads are missing: time is virtual, and all runs on the test's
 * thread.
 */
public final class ServiceFixture implements AutoCloseable {
  /** Mails of a step are fewer than some folders of tests have. */
  public static final JobLimits JOBS =
      new JobLimits(10, 2, Duration.ofSeconds(1), Duration.ofDays(1));

  /** No read of a test is late. */
  private static final ReadLimits READS = new ReadLimits(4, Duration.ofMinutes(1));

  private static final Duration LIFETIME = Duration.ofDays(7);
  private static final Duration LONG_ENOUGH = Duration.ofMillis(100);

  public final StoreFixture stored = new StoreFixture();
  private final Simulation simulation = new Simulation();
  private final Front front;
  private final PathRouter router;
  private final ServiceControl control;

  /**
   * A service that has these requests.
   *
   * @param requests declares them
   */
  public ServiceFixture(Function<Front, List<Request<?>>> requests) {
    this(READS, requests);
  }

  public ServiceFixture(ReadLimits reads, Function<Front, List<Request<?>>> requests) {
    simulation.run(Duration.ofMillis(StoreFixture.NOW.toEpochMilli()));
    StageGraph graph = simulation.graph();
    Store store = stored.store;
    PolicyInForce policy = new PolicyInForce(store.service().policies().read(), Set.of());
    control = new ServiceControl(graph, policy, 1, new Random(1));
    Front.Settings settings =
        new Front.Settings(
            new SiteConfig(
                AllowedHosts.of(Set.of(), "http.hosts", ""),
                "",
                Duration.ZERO,
                ZoneOffset.UTC,
                List.of()),
            new StageLimits(1, 10, 100, 100, reads),
            new AccountLimits(2, 10, 1, Duration.ofSeconds(1)),
            new ControlConfig(1, true, 0, false, ClassRules.all("guest"), Optional.empty()),
            new SessionLimits(LIFETIME, Duration.ofSeconds(5), 1_000),
            new RawMailLimits(1 << 20, 1 << 20));
    front = Front.of(settings, policy, store, graph.clock(), graph.timers());
    WorkerPoolConfig threads = WorkerPoolConfig.fixed("mail-store", 1);
    WorkerPool pool = graph.workerPool(threads.withOrder(ServiceOrder.LEAST_SLACK));
    RequestStages stages =
        new RequestStages(
            graph,
            pool,
            10,
            new AddedWork(0),
            new QualityHeader(true),
            control,
            UserLevels.of(front, settings.control().levels()),
            front,
            () -> false);
    router =
        new PathRouter(
            stages.declare(requests.apply(front)), front.pages(), null, front.dispatcher());
    graph.start();
  }

  /** Returns the objects that requests share. */
  public Front front() {
    return front;
  }

  /** Returns the worker for whole folders, with ten mails a step. */
  public static BulkWork bulk(Front front) {
    return new BulkWork(front.pages(), front.store().upkeep().jobs(), JOBS);
  }

  /** Fixes the quality of a stage, as an admin does. */
  public void quality(RequestType type, double quality) {
    Policy.StageSetting setting =
        new Policy.StageSetting(Policy.Controller.DEADLINE, OptionalDouble.of(quality));
    stored.store.service().policies().change(0, new PolicyEdit().stage(type.name(), setting));
    control.applyNewest(stored.store.service().policies());
  }

  /** Does what jobs have left to do. */
  public void finishJobs() {
    boolean more = true;
    while (more) {
      more = stored.store.upkeep().jobs().step(JOBS);
    }
  }

  @Override
  public void close() {
    stored.close();
  }

  /** A browser in which a user has signed in. */
  public Browser signedIn(long account) {
    String token = Tokens.random();
    Session session =
        stored
            .store
            .people()
            .sessions()
            .create(Tokens.hash(token), account, Tokens.random(), LIFETIME, "test", "::1");
    return new Browser(token, session.csrf());
  }

  /** The page that an answer holds. */
  public static Document html(HttpResponse response) {
    return Jsoup.parse(StandardCharsets.UTF_8.decode(response.bodyBytes()).toString());
  }

  /** Sends requests, one after the other. */
  public final class Browser {
    private final String token;
    private final String csrf;

    private Browser(String token, String csrf) {
      this.token = token;
      this.csrf = csrf;
    }

    /** The answer to a GET. */
    public HttpResponse get(String target) {
      return send(HttpRequest.of("GET", target));
    }

    /** The answer to a form as a page of ours sends it. */
    public HttpResponse post(String target, String fields) {
      return send(HttpRequest.of("POST", target).withForm("csrf=" + csrf + "&" + fields));
    }

    /** The answer to a request with the session's cookie. */
    public HttpResponse send(HttpRequest request) {
      String cookie = front.cookies().session() + "=" + token;
      RecordingExchange exchange =
          new RecordingExchange(request.withHeader("Cookie", cookie), simulation.clock().nanos());
      router.route(exchange);
      simulation.run(LONG_ENOUGH);
      if (exchange.answer() == null) {
        throw new AssertionError("no answer to " + request.method() + " " + request.target());
      }
      return exchange.answer();
    }

    /** Returns the outcome of a POST, from the cookie of its answer; null if there is none. */
    public Flash flash(HttpResponse answer) {
      String begin = Flash.COOKIE + "=";
      return answer.headerAll("Set-Cookie").stream()
          .filter(cookie -> cookie.startsWith(begin))
          .map(cookie -> cookie.substring(begin.length(), cookie.indexOf(';')))
          .map(value -> Flash.decode(value, front.pages().messages()))
          .findFirst()
          .orElse(null);
    }

    /** The answer to the form of a notice's button "Undo". */
    public HttpResponse undo(Flash flash) {
      StringBuilder fields = new StringBuilder();
      flash
          .undoForm()
          .fields()
          .forEach(
              field -> fields.append('&').append(field.name()).append('=').append(field.value()));
      return post(flash.undoForm().action(), fields.substring(1));
    }
  }
}
