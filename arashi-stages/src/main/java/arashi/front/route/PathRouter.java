package arashi.front.route;

import arashi.front.FormParts;
import arashi.front.page.BusyAnswers;
import arashi.front.page.Pages;
import arashi.web.ErrorPage.Problem;
import haboob.cache.PageRequest;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import seda.kernel.Sink;
import seda.netio.http.BodyGate;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;
import seda.netio.http.HttpServer;
import seda.netio.http.HttpServer.BodyCut;

/** Finds the route of each request. Handler of the route stage, on the processors. */
public final class PathRouter implements HttpServer.BodyLimit, BodyGate {
  private static final String STATIC = "static";

  /** Bytes kept of an oversized multipart form; enough for all fields and part headers. */
  private static final int KEPT_BYTES = 2 << 20;

  private final List<Route> routes;
  private final Pages pages;
  private final Sink<? super PageRequest> pageCache;
  private final Dispatcher dispatcher;

  /**
   * A router.
   *
   * @param routes the first match wins
   * @param pageCache takes paths below {@code /static/}
   * @param dispatcher takes the rest
   * @throws IllegalArgumentException if two routes are the same
   */
  public PathRouter(
      List<Route> routes, Pages pages, Sink<? super PageRequest> pageCache, Dispatcher dispatcher) {
    this.routes = List.copyOf(routes);
    this.pages = pages;
    this.pageCache = pageCache;
    this.dispatcher = dispatcher;
    Map<String, Route> distinct = new HashMap<>();
    for (Route route : routes) {
      String way = route.method() + " " + route.pattern();
      if (distinct.putIfAbsent(way, route) != null) {
        throw new IllegalArgumentException("duplicate route: " + way);
      }
    }
    pages
        .keptPosts()
        .name(
            routes.stream()
                .filter(route -> route.method().equals("POST"))
                .filter(route -> route.audience() != Route.Audience.EVERYBODY)
                .map(Route::pattern)
                .toList());
  }

  /** Sends a request to the page cache, to its stage, or answers that there is no route. */
  public void route(HttpExchange exchange) {
    List<String> path = exchange.request().pathSegments();
    if (path.size() > 1 && path.get(0).equals(STATIC)) {
      toPageCache(exchange, path);
      return;
    }
    Route.Match match = find(exchange.request().method(), path);
    if (match == null) {
      exchange.respond(notRouted(exchange, path));
    } else {
      dispatcher.start(exchange, match);
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
    Set<String> allowed = new LinkedHashSet<>();
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

  /**
   * Refuses a POST by its head if its stage is full. Forms are read, because the busy page returns
   * the typed text. Null lets the request go on.
   */
  public HttpResponse refuseEarly(HttpRequest head, InetSocketAddress remote) {
    if (!head.method().equals("POST") || head.hasForm() || FormParts.isIn(head)) {
      return null;
    }
    Route.Match match = find(head.method(), head.pathSegments());
    if (match == null) {
      return null;
    }
    return dispatcher
        .probe(head, remote, match)
        .map(wait -> busy(BusyAnswers.seconds(wait)))
        .orElse(null);
  }

  /**
   * Returns the largest body of a request, by its head.
   *
   * @param usual limit of other requests
   */
  @Override
  public int of(HttpRequest head, int usual) {
    Route.Match match = FormParts.isIn(head) ? find(head.method(), head.pathSegments()) : null;
    return match == null ? usual : Math.max(usual, match.route().bodyBytes());
  }

  /** Keeps the beginning of a refused form, whose fields precede its files, for the page. */
  @Override
  public BodyCut cut(HttpRequest head) {
    Route.Match match = FormParts.isIn(head) ? find(head.method(), head.pathSegments()) : null;
    return match == null ? BodyCut.NONE : new BodyCut(KEPT_BYTES, match.route().readBytes());
  }

  /** Admits a form with files once its user is known. */
  @Override
  public boolean ask(Head head, Consumer<Grant> decision) {
    HttpRequest request = head.request();
    if (!FormParts.isIn(request)) {
      return false;
    }
    Route.Match match = find(request.method(), request.pathSegments());
    if (match == null || match.route().bodyBytes() == 0) {
      return false;
    }
    dispatcher.admit(head, decision, match);
    return true;
  }

  private static HttpResponse busy(int seconds) {
    return HttpResponse.of(503).header("Retry-After", Integer.toString(seconds)).text("busy");
  }
}
