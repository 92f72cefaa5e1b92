package gnutella;

import gnutella.protocol.PacketType;
import gnutella.routing.Neighbour;
import gnutella.routing.Verdict;
import seda.kernel.export.GraphJson;
import seda.kernel.graph.StageGraph;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;

/**
 * Serves the router's state over HTTP: {@code /} for people, {@code /metrics} for Prometheus,
 * {@code /graph} with the stages as JSON.
 */
final class StatusPage {
  private static final String STYLE =
      "body{font:16px sans-serif;margin:2em;max-width:60em}td,th{padding:.2em"
          + " .8em;text-align:right}td:first-child,th:first-child{text-align:left}";

  private final ConnectionContext shared;
  private final StageGraph graph;

  StatusPage(ConnectionContext shared, StageGraph graph) {
    this.shared = shared;
    this.graph = graph;
  }

  /** The stage's handler. */
  void answer(HttpExchange exchange) {
    exchange.respond(response(exchange.request().method(), exchange.request().path()));
  }

  private HttpResponse response(String method, String path) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return HttpResponse.of(405).header("Allow", "GET, HEAD").text("Only GET\n");
    }
    return switch (path) {
      case "/" -> HttpResponse.of(200).body("text/html; charset=utf-8", utf8(page()));
      case "/metrics" -> HttpResponse.of(200).body("text/plain; version=0.0.4", utf8(metrics()));
      case "/graph" ->
          HttpResponse.of(200).body("application/json", utf8(GraphJson.of(graph.snapshot())));
      default -> HttpResponse.of(404).text("No such page\n");
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private String page() {
    StringBuilder html = new StringBuilder(4096);
    html.append("<!doctype html><html lang=en><meta charset=utf-8><title>Gnutella router</title>");
    html.append("<meta http-equiv=refresh content=5><style>").append(STYLE).append("</style>");
    html.append("<h1>Gnutella router</h1><p>Peers: ").append(shared.router().size());
    html.append("; hosts known: ").append(shared.hosts().size());
    html.append("; peers dropped for being slow: ").append(shared.slow());
    html.append(", for what they sent: ").append(shared.faults());
    html.append("; connections closed to make room for others: ").append(shared.pushedOut());
    html.append("</p><h2>Packets</h2><table><tr><th>");
    for (Verdict verdict : Verdict.values()) {
      html.append("<th>").append(GnutellaLogger.name(verdict));
    }
    for (PacketType type : PacketType.values()) {
      html.append("<tr><td>").append(GnutellaLogger.name(type));
      for (Verdict verdict : Verdict.values()) {
        html.append("<td>").append(shared.traffic().count(type, verdict));
      }
    }
    html.append("</table><h2>Peers</h2><table><tr><th>address<th>sent<th>waiting, bytes");
    for (Neighbour neighbour : shared.router().neighbours()) {
      html.append("<tr><td>").append(((Peer) neighbour).connection());
      html.append("<td>").append(neighbour.queue().packets());
      html.append("<td>").append(neighbour.queue().bytes());
    }
    return html.append("</table></html>\n").toString();
  }

  private String metrics() {
    StringBuilder text = new StringBuilder(4096);
    text.append("# TYPE gnutella_packets_total counter\n");
    for (PacketType type : PacketType.values()) {
      for (Verdict verdict : Verdict.values()) {
        text.append("gnutella_packets_total{type=\"").append(GnutellaLogger.name(type));
        text.append("\",verdict=\"").append(GnutellaLogger.name(verdict)).append("\"} ");
        text.append(shared.traffic().count(type, verdict)).append('\n');
      }
    }
    gauge(text, "gnutella_peers", shared.router().size());
    gauge(text, "gnutella_hosts_known", shared.hosts().size());
    counter(text, "gnutella_received_bytes_total", shared.traffic().bytes());
    counter(text, "gnutella_slow_peers_total", shared.slow());
    counter(text, "gnutella_faulty_peers_total", shared.faults());
    counter(text, "gnutella_pushed_out_connections_total", shared.pushedOut());
    return text.toString();
  }

  private static void gauge(StringBuilder text, String name, long value) {
    text.append("# TYPE ").append(name).append(" gauge\n").append(name).append(' ');
    text.append(value).append('\n');
  }

  private static void counter(StringBuilder text, String name, long value) {
    text.append("# TYPE ").append(name).append(" counter\n").append(name).append(' ');
    text.append(value).append('\n');
  }
}
