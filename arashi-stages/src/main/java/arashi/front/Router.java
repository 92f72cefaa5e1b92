package arashi.front;

import arashi.front.Route.Audience;
import arashi.web.BusyPage;
import arashi.web.ErrorPage.Problem;
import haboob.PageRequest;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Finds the stage for each request and puts it in that stage's queue; what the stage refuses, it
 * answers itself. The handler of the route stage, on the processors.
 *
 * <p>Routes are added while the graph is declared, and not after it has started.
 */
public final class Router {
  private static final String STATIC = "static";

  private final List<Route> routes = new ArrayList<>();
  private final Pages pages;
  private final CrossSiteGuard guard;
  private final Cookies cookies;
  private final SessionCache sessions;
  private final Classes classes;
  private final Sink<? super PageRequest> pageCache;
  private final Sink<? super SessionLookup> sessionStage;
  private final RetryAfter retryAfter;

  /**
   * A router without routes.
   *
   * @param sessions sessions that this node has seen lately
   * @param classes the class that a session's user is likely to have
   * @param pageCache takes what is below {@code /static/}
   * @param sessionStage takes requests of sessions that are not in {@code sessions}
   * @param retryAfter when those who are turned away come back
   */
  public Router(
      Pages pages,
      CrossSiteGuard guard,
      Cookies cookies,
      SessionCache sessions,
      Classes classes,
      Sink<? super PageRequest> pageCache,
      Sink<? super SessionLookup> sessionStage,
      RetryAfter retryAfter) {
    this.pages = pages;
    this.guard = guard;
    this.cookies = cookies;
    this.sessions = sessions;
    this.classes = classes;
    this.pageCache = pageCache;
    this.sessionStage = sessionStage;
    this.retryAfter = retryAfter;
  }

  /** Adds a route for signed-in users. */
  public <E extends MailRequest> Router route(
      String method,
      String pattern,
      BusyPage.Action action,
      Route.Reader<E> reader,
      Stage<E> stage) {
    return route(method, pattern, Audience.USERS, sessionStage, action, reader, stage);
  }

  /**
   * Adds a route for admins.
   *
   * @param session looks up their sessions, apart from those of all users
   */
  public <E extends MailRequest> Router adminRoute(
      String method,
      String pattern,
      Sink<? super SessionLookup> session,
      Route.Reader<E> reader,
      Stage<E> stage) {
    return route(method, pattern, Audience.ADMINS, session, BusyPage.Action.CONSOLE, reader, stage);
  }

  private <E extends MailRequest> Router route(
      String method,
      String pattern,
      Audience audience,
      Sink<? super SessionLookup> session,
      BusyPage.Action action,
      Route.Reader<E> reader,
      Stage<E> stage) {
    routes.add(
        new Route(
            method,
            PathPattern.of(pattern),
            audience,
            session,
            stage::probe,
            (exchange, user, arguments) -> stage.enqueue(reader.read(exchange, user, arguments)),
            (exchange, user, wait) -> pages.busy(exchange, user, action, wait)));
    return this;
  }

  /** Adds a route for everybody; its stage checks for itself where the request comes from. */
  public Router openRoute(
      String method, String pattern, Stage<HttpExchange> stage, Route.Refusal refusal) {
    routes.add(
        new Route(
            method,
            PathPattern.of(pattern),
            Audience.EVERYBODY,
            null,
            stage::probe,
            (exchange, user, arguments) -> stage.enqueue(exchange),
            refusal));
    return this;
  }

  /** Adds a route for everybody that is answered at once, on the processor: whatever is busy. */
  public Router answer(String method, String pattern, Consumer<HttpExchange> answer) {
    routes.add(
        new Route(
            method,
            PathPattern.of(pattern),
            Audience.EVERYBODY,
            null,
            serviceClass -> EnqueueResult.ACCEPTED,
            (exchange, user, arguments) -> {
              answer.accept(exchange);
              return EnqueueResult.ACCEPTED;
            },
            (exchange, user, wait) -> {}));
    return this;
  }

  /** Sends one request on its way. */
  public void route(HttpExchange exchange) {
    List<String> path = exchange.request().pathSegments();
    if (path.size() > 1 && path.get(0).equals(STATIC)) {
      toPageCache(exchange, path);
      return;
    }
    Route.Match match = find(exchange.request().method(), path);
    if (match == null) {
      exchange.respond(notRouted(exchange, path));
    } else if (match.route().audience() == Audience.EVERYBODY) {
      submit(exchange, null, match);
    } else {
      withUser(exchange, match);
    }
  }

  private void toPageCache(HttpExchange exchange, List<String> path) {
    String below = String.join("/", path.subList(1, path.size()));
    if (!pageCache.enqueue(new PageRequest(exchange, below)).accepted()) {
      exchange.respond(busy(1));
    }
  }

  private Route.Match find(String method, List<String> path) {
    for (Route route : routes) {
      if (route.takes(method)) {
        List<String> variables = route.pattern().match(path);
        if (variables != null) {
          return new Route.Match(route, variables);
        }
      }
    }
    return null;
  }

  private HttpResponse notRouted(HttpExchange exchange, List<String> path) {
    if (path.isEmpty() || (path.size() == 1 && path.get(0).isEmpty())) {
      return Pages.redirect("/mail");
    }
    List<String> allowed = new ArrayList<>();
    for (Route route : routes) {
      if (route.pattern().match(path) != null) {
        allowed.add(route.method().equals("GET") ? "GET, HEAD" : route.method());
      }
    }
    if (allowed.isEmpty()) {
      return pages.problemResponse(exchange, null, Problem.NOT_FOUND, null);
    }
    return pages
        .problemResponse(exchange, null, Problem.METHOD_NOT_ALLOWED, null)
        .header("Allow", String.join(", ", allowed));
  }

  private void withUser(HttpExchange exchange, Route.Match match) {
    String token = exchange.request().cookie(cookies.session());
    if (token == null || !Tokens.isToken(token)) {
      pages.askForLogin(exchange);
      return;
    }
    SessionLookup lookup = new SessionLookup(exchange, match, Tokens.hash(token));
    User user = sessions.get(lookup.session());
    if (user != null) {
      dispatch(exchange, user, match);
      return;
    }
    // refused before any work: not even who asks is looked up for a stage that has no room
    ServiceClass likely = classes.likely(lookup, sessions);
    EnqueueResult result = match.route().probe().apply(likely);
    if (result.accepted()) {
      result = match.route().session().enqueue(lookup);
    }
    if (!result.accepted()) {
      turnAway(lookup, retryAfter.of(result, likely));
    }
  }

  /** There was room for the look-up of the session, but no more time. */
  public void shed(SessionLookup lookup) {
    turnAway(lookup, retryAfter.afterShedding(classes.likely(lookup, sessions)));
  }

  /** The busy page makes a POST again in our name, so one that isn't ours gets none. */
  private void turnAway(SessionLookup lookup, Duration wait) {
    User likely = sessions.lastSeen(lookup.session());
    try {
      if (lookup.exchange().request().method().equals("POST")) {
        requireGenuine(lookup.exchange(), likely);
      }
      lookup.match().route().refusal().refuse(lookup.exchange(), likely, wait);
    } catch (RequestProblem e) {
      pages.problem(lookup.exchange(), null, e.problem());
    }
  }

  /**
   * Refuses a POST from its head alone if its stage has no room; but a form's own text is read, to
   * be given back. Null lets the request go on.
   */
  public HttpResponse refuseEarly(HttpRequest head, InetSocketAddress remote) {
    if (!head.method().equals("POST") || head.hasForm()) {
      return null;
    }
    Route.Match match = find(head.method(), head.pathSegments());
    if (match == null) {
      return null;
    }
    ServiceClass likely = likelyClass(head, remote);
    EnqueueResult result = match.route().probe().apply(likely);
    return result.accepted() ? null : busy(Pages.seconds(retryAfter.of(result, likely)));
  }

  private ServiceClass likelyClass(HttpRequest head, InetSocketAddress remote) {
    String token = head.cookie(cookies.session());
    User last =
        token == null || !Tokens.isToken(token) ? null : sessions.lastSeen(Tokens.hash(token));
    return last == null ? classes.before(head, remote) : classes.of(last);
  }

  private static HttpResponse busy(int seconds) {
    return HttpResponse.of(503).header("Retry-After", Integer.toString(seconds)).text("busy");
  }

  /** The second half of routing, once it is known who asks. Any thread. */
  void dispatch(HttpExchange exchange, User user, Route.Match match) {
    try {
      if (match.route().audience() == Audience.ADMINS && !user.admin()) {
        throw new RequestProblem(Problem.NOT_ADMIN, "not an admin");
      }
      if (exchange.request().method().equals("POST")) {
        requireGenuine(exchange, user);
      }
    } catch (RequestProblem e) {
      pages.problem(exchange, user, e.problem());
      return;
    }
    submit(exchange, user, match);
  }

  /** {@code user} may be null; then the token can't be judged yet. */
  private void requireGenuine(HttpExchange exchange, User user) throws RequestProblem {
    if (guard.isCrossSite(exchange.request())) {
      throw new RequestProblem(Problem.FORBIDDEN, "from another site");
    }
    String token = Arguments.form(exchange.request()).first("csrf");
    if (user != null && !CrossSiteGuard.tokenMatches(user.csrf(), token)) {
      throw new RequestProblem(Problem.FORBIDDEN, "without our token");
    }
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
        match.route().refusal().refuse(exchange, user, retryAfter.of(result, serviceClass));
      }
    } catch (RequestProblem e) {
      pages.problem(exchange, user, e.problem());
    }
  }

  /** The session stage found no such session. */
  void sessionEnded(HttpExchange exchange) {
    pages.askForLogin(exchange);
  }
}
