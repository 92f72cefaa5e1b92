package haboob;

import haboob.cache.StaticStatistics;
import haboob.http.Responses;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;
import seda.kernel.ClassSnapshot;
import seda.kernel.DomainSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageSnapshot;
import seda.kernel.export.GraphJson;
import seda.kernel.graph.StageGraph;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;
import seda.netio.http.HttpStatistics;

/** The server's state: stages, threads, cache and connections; for programs as JSON. */
final class StatusPage {
  private static final double MILLI = 1e6;
  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;margin:2rem}"
          + "table{border-collapse:collapse;margin:1rem 0}"
          + "th,td{text-align:right;padding:.1rem .8rem;border-bottom:1px solid #ccc}"
          + "th:first-child,td:first-child{text-align:left}";

  private final StageGraph graph;
  private final Supplier<StaticStatistics> pages;
  private final Supplier<HttpStatistics> http;

  StatusPage(StageGraph graph, Supplier<StaticStatistics> pages, Supplier<HttpStatistics> http) {
    this.graph = graph;
    this.pages = pages;
    this.http = http;
  }

  /** Returns HTML, or the graph as JSON for {@code ?format=json}. */
  HttpResponse answer(HttpRequest request) {
    HttpResponse head =
        Responses.safe(HttpResponse.of(200))
            .header("Cache-Control", "no-store")
            .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    GraphSnapshot snapshot = graph.snapshot();
    return "json".equals(request.query("format"))
        ? head.body("application/json", bytes(GraphJson.of(snapshot)))
        : head.body("text/html; charset=utf-8", bytes(html(snapshot)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String html(GraphSnapshot snapshot) {
    StringBuilder out = new StringBuilder(4096);
    out.append("<!doctype html><html lang=en><meta charset=utf-8><title>Haboob</title><style>")
        .append(STYLE)
        .append("</style><h1>Haboob</h1>");
    stages(out, snapshot);
    domains(out, snapshot);
    StaticStatistics cache = pages.get();
    HttpStatistics sockets = http.get();
    row(out.append("<table>"), "th", "Page cache", "hits", "misses", "joined", "pages", "KiB");
    row(
        out,
        "td",
        "",
        cache.hits(),
        cache.misses(),
        cache.coalesced(),
        cache.pages(),
        cache.bytes() >> 10);
    out.append("</table><table>");
    row(out, "th", "Connections", "open", "accepted", "requests", "refused");
    row(out, "td", "", sockets.open(), sockets.accepted(), sockets.requests(), sockets.refused());
    return out.append("</table></html>\n").toString();
  }

  private static void stages(StringBuilder out, GraphSnapshot snapshot) {
    out.append("<table>");
    row(
        out,
        "th",
        "Stage",
        "threads",
        "queue",
        "handled",
        "rejected",
        "failed",
        "shed",
        "batch",
        "wait p90 ms",
        "response p90 ms");
    for (StageSnapshot stage : snapshot.stages()) {
      ClassSnapshot.Times recent = stage.recent();
      row(
          out,
          "td",
          stage.stage(),
          stage.domain(),
          stage.queue().length(),
          stage.completed(),
          stage.rejected(),
          stage.failed(),
          stage.shed(),
          decimal(stage.meanBatch()),
          decimal(recent.waiting().p90() / MILLI),
          decimal(recent.response().p90() / MILLI));
    }
    out.append("</table>");
  }

  private static void domains(StringBuilder out, GraphSnapshot snapshot) {
    out.append("<table>");
    row(out, "th", "Threads", "kind", "now", "CPU s");
    for (DomainSnapshot domain : snapshot.domains()) {
      row(
          out,
          "td",
          domain.name(),
          domain.kind(),
          domain.threads(),
          decimal(domain.cpuNanos() / 1e9));
    }
    out.append("</table>");
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** The names are constants of the code and need no escaping. */
  private static void row(StringBuilder out, String cell, Object... values) {
    out.append("<tr>");
    for (Object value : values) {
      out.append('<').append(cell).append('>').append(value);
    }
  }
}
