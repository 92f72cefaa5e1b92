package arashi.front.route;

import arashi.front.Arguments;
import arashi.front.CrossSiteGuard;
import arashi.front.CrossSiteGuard.Sender;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.BusyWords;
import arashi.front.page.Pages;
import arashi.front.route.Route.Audience;
import arashi.front.session.Cookies;
import arashi.front.session.SessionCache;
import arashi.front.session.Tokens;
import arashi.front.session.User;
import arashi.front.turn.AccountLimits;
import arashi.front.turn.AccountTurns;
import arashi.front.turn.UploadTurns;
import arashi.store.blob.Sha256;
import arashi.store.database.Outage;
import arashi.web.ErrorPage.Problem;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.Timers;
import seda.netio.http.BodyGate;
import seda.netio.http.BodyGate.Grant;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/**
 * Sends a request to the stage of its route, after its session is found and its account has room.
 * Answers the requests that the stage refuses. Any thread; never blocks.
 */
public final class Dispatcher {
  private final Pages pages;
  private final CrossSiteGuard guard;
  private final Cookies cookies;
  private final SessionCache sessions;
  private final Classes classes;
  private final RetryAfter retryAfter;
  private final AccountTurns turns;
  private final UploadTurns uploads;
  private final Duration patience;
  private final ReadDeadlines deadlines;
  private final Clock clock;

  /**
   * A dispatcher.
   *
   * @param sessions sessions that this node has seen lately
   * @param classes classes of requests and users
   * @param retryAfter {@code Retry-After} of refused clients
   * @param deadlines set the deadlines of requests
   * @param timers end the wait of parked requests
   */
  public Dispatcher(
      Pages pages,
      CrossSiteGuard guard,
      Cookies cookies,
      SessionCache sessions,
      Classes classes,
      RetryAfter retryAfter,
      AccountLimits limits,
      ReadDeadlines deadlines,
      Timers timers,
      Clock clock) {
    this.pages = pages;
    this.guard = guard;
    this.cookies = cookies;
    this.sessions = sessions;
    this.classes = classes;
    this.retryAfter = retryAfter;
    this.turns = new AccountTurns(timers, clock, limits);
    this.uploads = new UploadTurns(limits.uploads());
    this.patience = limits.patience();
    this.deadlines = deadlines;
    this.clock = clock;
  }

  Pages pages() {
    return pages;
  }

  Classes classes() {
    return classes;
  }

  ReadDeadlines deadlines() {
    return deadlines;
  }

  /** Returns the likely class of a request whose session is being looked up. */
  ServiceClass likelyClass(SessionLookup lookup) {
    return classes.likely(lookup, sessions);
  }

  /** Returns a refusal that answers a user's request with the busy page. */
  public Route.Refusal busyPage(BusyWords words) {
    return (exchange, user, wait, outage) ->
        pages.busy().answer(exchange, user, words, wait, outage);
  }

  /**
   * Answers a user's request that was accepted and then shed.
   *
   * @param outage of the database, or null if the request was shed for time
   */
  public void busy(MailRequest request, BusyWords words, Outage outage) {
    Duration wait = retryAfter.afterShedding(classes.of(request.user()));
    pages.busy().answer(request.exchange(), request.user(), words, wait, outage);
  }

  /** Answers a shed request whose user is unknown. */
  void refuse(HttpExchange exchange, Route.Refusal refusal, Outage outage) {
    refusal.refuse(exchange, null, retryAfter.afterShedding(classes.before(exchange)), outage);
  }

  /** First half: sends a request to its stage, by way of the session stage if necessary. */
  void start(HttpExchange exchange, Route.Match match) {
    if (match.route().audience() == Audience.EVERYBODY) {
      submit(exchange, null, match);
    } else if (isPost(exchange) && guard.isCrossSite(exchange.request())) {
      // before any page that keeps the POST for later
      pages.problem(exchange, null, Problem.FORBIDDEN);
    } else {
      withUser(exchange, match);
    }
  }

  private static boolean isPost(HttpExchange exchange) {
    return exchange.request().method().equals("POST");
  }

  private void withUser(HttpExchange exchange, Route.Match match) {
    withUser(
        exchange,
        match,
        new SessionLookup.Next() {
          @Override
          public void found(User user) {
            dispatch(exchange, user, match);
          }

          @Override
          public void ended() {
            pages.signIn().askForLogin(exchange);
          }
        });
  }

  /** Decides how much of a multipart form is read: for strangers, only its beginning. */
  void admit(BodyGate.Head head, Consumer<Grant> decision, Route.Match match) {
    UploadHead exchange = new UploadHead(head, decision);
    if (guard.isCrossSite(head.request())) {
      exchange.decide(Grant.BEGINNING);
      return;
    }
    withUser(
        exchange,
        match,
        new SessionLookup.Next() {
          @Override
          public void found(User user) {
            exchange.decide(uploads.enter(user.account()).orElse(Grant.BEGINNING_KEPT));
          }

          @Override
          public void ended() {
            exchange.decide(Grant.BEGINNING);
          }
        });
  }

  private void withUser(HttpExchange exchange, Route.Match match, SessionLookup.Next next) {
    String token = exchange.request().cookie(cookies.session());
    if (token == null || !Tokens.isToken(token)) {
      next.ended();
      return;
    }
    SessionLookup lookup = new SessionLookup(exchange, match, Tokens.hash(token), next);
    User user = sessions.get(lookup.session());
    if (user != null) {
      next.found(user);
      return;
    }
    // a full stage refuses before any work, even before the session lookup
    ServiceClass likely = likelyClass(lookup);
    EnqueueResult result = match.route().probe().ask(likely, lookup.session(), age(exchange));
    if (result.accepted()) {
      exchange.hold(); // the next requests find the session in the cache
      result = match.route().session().enqueue(lookup);
    }
    if (!result.accepted()) {
      turnAway(lookup, retryAfter.of(result, likely), null);
    }
  }

  /**
   * Refuses a request whose session could not be looked up.
   *
   * @param outage of the database, or null if the request was shed for time
   */
  public void refuse(SessionLookup lookup, Outage outage) {
    turnAway(lookup, retryAfter.afterShedding(likelyClass(lookup)), outage);
  }

  /** Refuses POSTs without a right token before the busy page, which repeats the POST by itself. */
  private void turnAway(SessionLookup lookup, Duration wait, Outage outage) {
    User likely = sessions.lastSeen(lookup.session());
    if (likely == null || isGenuine(lookup.exchange(), likely)) {
      lookup.match().route().refusal().refuse(lookup.exchange(), likely, wait, outage);
    }
  }

  /** Returns the wait if the stage would refuse the request; empty if it would accept. */
  Optional<Duration> probe(HttpRequest head, InetSocketAddress remote, Route.Match match) {
    Sha256 session = session(head);
    ServiceClass likely = likelyClass(head, remote, session);
    EnqueueResult result = match.route().probe().ask(likely, session, 0); // it is arriving
    return result.accepted() ? Optional.empty() : Optional.of(retryAfter.of(result, likely));
  }

  private Sha256 session(HttpRequest head) {
    String token = head.cookie(cookies.session());
    return token == null || !Tokens.isToken(token) ? null : Tokens.hash(token);
  }

  private ServiceClass likelyClass(HttpRequest head, InetSocketAddress remote, Sha256 session) {
    User last = session == null ? null : sessions.lastSeen(session);
    return last == null ? classes.before(head, remote) : classes.of(last);
  }

  /** Second half, once the session is known. Any thread. */
  void dispatch(HttpExchange exchange, User user, Route.Match match) {
    if (match.route().audience() == Audience.ADMINS && !user.admin()) {
      pages.problem(exchange, user, Problem.NOT_ADMIN);
      return;
    }
    if (!isGenuine(exchange, user)) {
      return;
    }
    exchange.markKnown();
    if (match.route().audience() == Audience.USERS) {
      takeTurn(exchange, user, match);
    } else {
      submit(exchange, user, match);
    }
  }

  private void takeTurn(HttpExchange exchange, User user, Route.Match match) {
    turns.enter(
        user.account(),
        exchange,
        patience(exchange, user, match.route()),
        () -> submit(exchange, user, match),
        () -> refuseParked(exchange, user, match.route()));
  }

  /** The time left to the request's target. */
  private Duration patience(HttpExchange exchange, User user, Route route) {
    long target = route.targets().nanos(classes.of(user).rank());
    return target == 0 ? patience : Duration.ofNanos(Math.max(0, target - age(exchange)));
  }

  private long age(HttpExchange exchange) {
    return clock.nanos() - exchange.arrivedNanos();
  }

  private void refuseParked(HttpExchange exchange, User user, Route route) {
    Duration wait = retryAfter.afterShedding(classes.of(user));
    route.refusal().refuse(exchange, user, wait, null);
  }

  /**
   * Checks the token of a POST, and answers it if the token is not right. A page of ours may have
   * the token of an ended session: its user is asked, so that no typed text is lost.
   */
  private boolean isGenuine(HttpExchange exchange, User user) {
    if (!isPost(exchange)) {
      return true;
    }
    try {
      String token = Arguments.form(exchange.request()).first("csrf");
      if (CrossSiteGuard.tokenMatches(user.csrf(), token)) {
        return true;
      }
      if (token != null && guard.sender(exchange.request()) == Sender.OURS) {
        pages.signIn().ask(exchange, user);
      } else {
        pages.problem(exchange, user, Problem.FORBIDDEN);
      }
    } catch (RequestProblem e) {
      pages.problem(exchange, user, e.problem());
    }
    return false;
  }

  private void submit(HttpExchange exchange, User user, Route.Match match) {
    try {
      EnqueueResult result =
          match
              .route()
              .submission()
              .submit(exchange, user, new Arguments(exchange, match.variables()));
      if (!result.accepted()) {
        ServiceClass serviceClass = user == null ? classes.before(exchange) : classes.of(user);
        match.route().refusal().refuse(exchange, user, retryAfter.of(result, serviceClass), null);
      }
    } catch (RequestProblem e) {
      pages.problem(exchange, user, e.problem());
    }
  }
}
