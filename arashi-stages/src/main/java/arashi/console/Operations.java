package arashi.console;

import arashi.store.database.Availability;
import arashi.store.database.Outage;
import arashi.store.outbox.Hold;
import arashi.target.Network;
import arashi.target.ServiceControl;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Serves machines: {@code /metrics} on the console's pool; {@code /readyz} and {@code /healthz}
 * directly in the route, because anyone may call them.
 */
final class Operations implements EventHandler<HttpExchange>, EventListener<HttpExchange> {
  static final String METRICS = "/metrics";
  private static final Logger log = LoggerFactory.getLogger(Operations.class);

  private final Metrics metrics;
  private final List<Network> allowed;

  Operations(Metrics metrics, List<Network> allowed) {
    this.metrics = metrics;
    this.allowed = allowed;
  }

  @Override
  public void handle(Batch<HttpExchange> batch) {
    while (batch.hasNext()) {
      HttpExchange exchange = batch.next();
      exchange.respond(metrics(exchange));
    }
  }

  private HttpResponse metrics(HttpExchange exchange) {
    if (!mayRead(exchange.request(), exchange.remote().getAddress())) {
      return plain(403, "metrics are not allowed from this address; see metrics.allow\n");
    }
    return uncached(200).body(Metrics.CONTENT_TYPE, metrics.text());
  }

  /**
   * True for clients in an allowed network. A proxied request has the proxy's address and an
   * unknown client, so it is refused.
   */
  private boolean mayRead(HttpRequest request, InetAddress remote) {
    boolean byProxy =
        request.header("Forwarded") != null
            || request.header("X-Forwarded-For") != null
            || request.header("Via") != null;
    return !byProxy && allowed.stream().anyMatch(network -> network.contains(remote));
  }

  /**
   * Reports whether requests can be served. A read-only or full database serves only some, and a
   * service that is warming up serves slowly. Never blocks.
   */
  static void readiness(
      HttpExchange exchange,
      ServiceControl control,
      Availability availability,
      boolean warm,
      Hold hold) {
    Outage silent = control.isFollowing() ? null : Outage.NOT_ANSWERING;
    Outage outage = availability.outage().orElse(silent);
    if (outage != null) {
      exchange.respond(plain(503, outage.sentence() + "\n"));
    } else {
      exchange.respond(warm ? plain(200, "ready\n" + held(hold)) : plain(503, "warming up\n"));
    }
  }

  /** A node whose outbox is held serves requests, so it is ready. */
  private static String held(Hold hold) {
    return hold.isHeld() ? "outbox held (" + hold.cause().column() + ")\n" : "";
  }

  /**
   * Reports that the process is alive, or the fault from which it cannot recover by itself. Never
   * blocks.
   */
  static void alive(HttpExchange exchange, Optional<String> trouble) {
    exchange.respond(
        trouble.map(reason -> plain(503, reason + "\n")).orElseGet(() -> plain(200, "alive\n")));
  }

  /** Answers a request that its stage refused. */
  static void refuse(HttpExchange exchange) {
    exchange.respond(plain(503, "busy\n").header("Retry-After", "1"));
  }

  private static HttpResponse plain(int status, String text) {
    return uncached(status).text(text);
  }

  private static HttpResponse uncached(int status) {
    return HttpResponse.of(status)
        .header("Cache-Control", "no-store")
        .header("X-Content-Type-Options", "nosniff");
  }

  @Override
  public void failed(HttpExchange exchange, Throwable cause) {
    log.error("path={} failed: {}", exchange.request().path(), cause.toString());
    exchange.respond(plain(500, "failed\n"));
  }

  @Override
  public void shed(HttpExchange exchange) {
    exchange.respond(plain(503, "stopping\n"));
  }
}
