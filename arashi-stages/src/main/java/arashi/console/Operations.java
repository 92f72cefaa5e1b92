package arashi.console;

import arashi.target.Network;
import arashi.target.ServiceControl;
import java.net.InetAddress;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Answers machines: {@code /metrics} on the console's pool, {@code /readyz} and {@code /healthz}
 * wherever they are routed, for anybody may ask them.
 */
final class Operations implements EventHandler<HttpExchange>, EventListener<HttpExchange> {
  static final String METRICS = "/metrics";
  private static final Logger log = LoggerFactory.getLogger(Operations.class);

  private final Metrics metrics;
  private final List<Network> allowed;

  /**
   * A handler.
   *
   * @param allowed networks from which the metrics may be read
   */
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
      return plain(403, "not from here; see metrics.allow\n");
    }
    return uncached(200).body(Metrics.CONTENT_TYPE, metrics.text());
  }

  /** What comes by a proxy has the proxy's address, whoever it is from. */
  private boolean mayRead(HttpRequest request, InetAddress remote) {
    boolean byProxy =
        request.header("Forwarded") != null
            || request.header("X-Forwarded-For") != null
            || request.header("Via") != null;
    return !byProxy && allowed.stream().anyMatch(network -> network.contains(remote));
  }

  /** Answers whether requests can be served. Never blocks. */
  static void readiness(HttpExchange exchange, ServiceControl control) {
    exchange.respond(
        control.isFollowing()
            ? plain(200, "ready\n")
            : plain(503, "the database does not answer\n"));
  }

  /** Answers that the process is up. Never blocks. */
  static void alive(HttpExchange exchange) {
    exchange.respond(plain(200, "alive\n"));
  }

  /** Answers what its stage refused. */
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
