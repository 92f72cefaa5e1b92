package arashi.front.route;

import arashi.front.Arguments;
import arashi.front.CrossSiteGuard;
import arashi.front.MailRequest;
import arashi.front.RecordingExchange;
import arashi.front.RequestProblem;
import arashi.front.page.FolderCache;
import arashi.front.page.Pages;
import arashi.front.route.Route.Audience;
import arashi.front.session.Cookies;
import arashi.front.session.SessionCache;
import arashi.front.session.Tokens;
import arashi.front.session.TrustedProxies;
import arashi.front.session.User;
import arashi.front.turn.AccountLimits;
import arashi.store.account.Preferences;
import arashi.store.blob.Sha256;
import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.target.ClassRules;
import arashi.target.PolicyInForce;
import arashi.web.Assets;
import arashi.web.Templates;
import arashi.web.Translations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/**
 * A dispatcher in front of a stage for sessions and one for mail, in virtual time. Sessions are
 * open that the test opens; the stage for mail keeps what it handles, for the test to answer.
 */
public final class RoutingFixture {
  /** Maximum requests of an account in progress. */
  static final int REQUESTS = 2;

  /** Maximum parked requests of all accounts. */
  static final int PARKED = 2;

  /** Target of the class gold. */
  static final Duration TARGET = Duration.ofMillis(800);

  private static final Duration BELIEVED = Duration.ofSeconds(5);
  private static final Translations MESSAGES = Translations.load();
  private static final Templates TEMPLATES = new Templates(MESSAGES, Assets.load());

  /** Busy pages that may still have the user's folders. */
  int completePages = Integer.MAX_VALUE;

  final Simulation simulation = new Simulation();
  final Cookies cookies = new Cookies(false);
  final Stage<SessionLookup> session;
  final Stage<Asked> mail;
  final List<Asked> handled = new ArrayList<>();
  final Pages pages;
  final Dispatcher dispatcher;

  private final Map<Sha256, User> open = new HashMap<>();
  private final SessionCache sessions = new SessionCache(BELIEVED, 100, simulation.clock());

  /** A request on the stage for mail. */
  record Asked(HttpExchange exchange, User user, long folder) implements MailRequest {}

  RoutingFixture() {
    StageGraph graph = simulation.graph();
    session = graph.stage(queue("session"), graph.workerPool("sessions", 1));
    session.handledBy(EventHandler.each(this::lookUp));
    mail = graph.stage(queue("mail"), graph.workerPool("mail", 1));
    mail.handledBy(EventHandler.each(handled::add));
    mail.targets(rank -> TARGET.toNanos());
    pages =
        new Pages(
            TEMPLATES,
            () -> completePages-- > 0,
            MESSAGES,
            cookies,
            new FolderCache(null, simulation.clock()),
            "");
    TrustedProxies proxies = new TrustedProxies(List.of());
    PolicyInForce policy =
        new PolicyInForce(
            new Policy(1, List.of(new ClassPolicy("gold", 1, 0, Map.of())), Map.of()), Set.of());
    dispatcher =
        new Dispatcher(
            pages,
            new CrossSiteGuard(""),
            cookies,
            sessions,
            new Classes(policy, ClassRules.all("gold"), proxies),
            new RetryAfter(new Random(1), simulation.clock(), 100),
            new AccountLimits(REQUESTS, PARKED, 1, Duration.ofSeconds(1)),
            null,
            graph.timers(),
            simulation.clock());
    graph.start();
  }

  private static StageConfig queue(String name) {
    return StageConfig.named(name).withQueueCapacity(10).withBatchSize(1);
  }

  private void lookUp(SessionLookup lookup) {
    User user = open.get(lookup.session());
    if (user == null) {
      lookup.next().ended();
    } else {
      sessions.put(user);
      lookup.next().found(user);
    }
  }

  /** Opens a session that this node has not seen yet; returns its token. */
  String open(long account, boolean admin) {
    String token = Tokens.random();
    Sha256 hash = Tokens.hash(token);
    User user =
        new User(
            account,
            "user" + account,
            "gold",
            admin,
            0,
            csrf(token),
            hash,
            Preferences.NONE,
            account);
    open.put(hash, user);
    return token;
  }

  /** Opens a session that this node has just seen; returns its token. */
  String known(long account) {
    String token = open(account, false);
    sessions.put(open.get(Tokens.hash(token)));
    return token;
  }

  /** The token that the forms of a session carry. */
  static String csrf(String token) {
    return "csrf of " + token;
  }

  /** A request with a session's cookie. */
  HttpRequest with(String token, HttpRequest request) {
    return request.withHeader("Cookie", cookies.session() + "=" + token);
  }

  /** A route to the stage for mail. */
  Route route(Audience audience, Request.Way<Asked> way) {
    return Route.ofUsers(
        way,
        audience,
        session,
        mail,
        Optional.empty(),
        dispatcher.busyPage(pages.busyWords("flag")));
  }

  /** Makes the event of the stage for mail from a path with a folder in it. */
  static Asked read(HttpExchange exchange, User user, Arguments arguments) throws RequestProblem {
    return new Asked(exchange, user, arguments.number(0));
  }

  /** Lets the stages handle what they have. */
  void run() {
    simulation.run(Duration.ZERO);
  }

  /** Leaves no room in the stage for mail. */
  void fillMail() {
    Asked other = new Asked(new RecordingExchange(HttpRequest.of("GET", "/other")), null, 0);
    while (mail.enqueue(other).accepted()) {}
  }

  /** Leaves no room in the stage for sessions. */
  void fillSession() {
    SessionLookup.Next nothing =
        new SessionLookup.Next() {
          @Override
          public void found(User user) {}

          @Override
          public void ended() {}
        };
    Sha256 nobody = Sha256.of(new byte[0]);
    while (session.enqueue(new SessionLookup(null, null, nobody, nothing)).accepted()) {}
  }
}
