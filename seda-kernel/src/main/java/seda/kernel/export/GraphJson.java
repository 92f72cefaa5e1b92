package seda.kernel.export;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import seda.kernel.ClassSnapshot;
import seda.kernel.Distribution;
import seda.kernel.DomainSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageSnapshot;

/**
 * Formats a graph as JSON (RFC 8259): its stages, domains and edges, named after the components of
 * the {@linkplain GraphSnapshot snapshot}. Times are in nanoseconds. Any thread; does not block.
 */
public final class GraphJson {
  private GraphJson() {}

  /** Returns one JSON object on one line. */
  public static String of(GraphSnapshot graph) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", graph.at().toString());
    json.put("nanos", graph.nanos());
    json.put("stages", graph.stages().stream().map(GraphJson::stage).toList());
    json.put("domains", graph.domains().stream().map(GraphJson::domain).toList());
    json.put("edges", graph.edges().stream().map(GraphJson::edge).toList());
    return ConfigValueFactory.fromMap(json).render(ConfigRenderOptions.concise());
  }

  private static Map<String, Object> stage(StageSnapshot stage) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("stage", stage.stage());
    json.put("domain", stage.domain());
    json.put("queueLength", stage.queue().length());
    json.put("queueCredits", stage.queue().credits());
    json.put("queueCapacity", stage.queue().capacity());
    json.put("batchLimit", stage.batchLimit());
    json.put("accepted", stage.accepted());
    json.put("rejected", stage.rejected());
    json.put("completed", stage.completed());
    json.put("failed", stage.failed());
    json.put("shed", stage.shed());
    json.put("batches", stage.handler().batches());
    json.put("busyNanos", stage.handler().busyNanos());
    json.put("cpuNanos", stage.handler().cpuNanos());
    json.put("recent", times(stage.recent()));
    json.put("classes", stage.classes().stream().map(GraphJson::serviceClass).toList());
    return json;
  }

  private static Map<String, Object> serviceClass(ClassSnapshot serviceClass) {
    Map<String, Long> refused = new LinkedHashMap<>();
    serviceClass.refused().forEach((reason, count) -> refused.put(reason.name(), count));
    return Map.of(
        "rank", serviceClass.rank(),
        "accepted", serviceClass.accepted(),
        "completed", serviceClass.completed(),
        "refused", refused,
        "failed", serviceClass.failed(),
        "shed", serviceClass.shed(),
        "recent", times(serviceClass.recent()),
        "total", times(serviceClass.total()));
  }

  private static Map<String, Object> times(ClassSnapshot.Times times) {
    return Map.of(
        "waiting", distribution(times.waiting()),
        "service", distribution(times.service()),
        "response", distribution(times.response()));
  }

  private static Map<String, Object> distribution(Distribution times) {
    return Map.of(
        "count", times.count(),
        "mean", times.mean(),
        "p50", times.p50(),
        "p90", times.p90(),
        "p99", times.p99(),
        "p999", times.p999(),
        "max", times.max());
  }

  private static Map<String, Object> domain(DomainSnapshot domain) {
    return Map.of(
        "name", domain.name(),
        "kind", domain.kind(),
        "threads", domain.threads(),
        "minThreads", domain.minThreads(),
        "maxThreads", domain.maxThreads(),
        "cpuNanos", domain.cpuNanos());
  }

  private static Map<String, Object> edge(GraphSnapshot.Edge edge) {
    return Map.of("from", edge.from(), "to", edge.to(), "events", edge.events());
  }
}
