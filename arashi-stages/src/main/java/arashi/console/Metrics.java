package arashi.console;

import arashi.console.ClassCounters.OfClass;
import arashi.delivery.session.DeliveryStatistics;
import arashi.store.database.Outage;
import arashi.store.outbox.Hold;
import arashi.target.ControlledStage;
import arashi.target.ServiceControl;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import seda.kernel.ClassSnapshot;
import seda.kernel.Distribution;
import seda.kernel.DomainSnapshot;
import seda.kernel.EnqueueResult;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;
import seda.netio.TcpStatistics;
import seda.netio.http.HttpStatistics;

/**
 * Exports the graph's figures in Prometheus' text format. They are the kernel's own, read at each
 * scrape, so nothing is counted twice. Quantiles cover the last window; sums and counts start with
 * the process, or when the class got its rank.
 */
final class Metrics {
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;
  private static final double NANOS_PER_SECOND = 1e9;

  private final StageGraph graph;
  private final ServiceControl control;
  private final ClassCounters classes;
  private final Supplier<Optional<Outage>> outage;
  private final Supplier<Hold> hold;
  private final SocketFigures sockets;

  Metrics(
      StageGraph graph,
      ServiceControl control,
      Supplier<Optional<Outage>> outage,
      Supplier<Hold> hold,
      SocketFigures sockets) {
    this.hold = hold;
    this.graph = graph;
    this.control = control;
    this.outage = outage;
    this.classes = new ClassCounters(graph, control);
    this.sockets = sockets;
  }

  byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      List<MetricSnapshot> metrics = new ArrayList<>(all(graph.snapshot()));
      metrics.addAll(all(sockets.http().get()));
      metrics.addAll(all(sockets.delivery().get()));
      PrometheusTextFormatWriter.create().write(out, new MetricSnapshots(metrics));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return out.toByteArray();
  }

  private List<MetricSnapshot> all(GraphSnapshot now) {
    List<StageSnapshot> stages = now.stages();
    List<Row> rows = stages.stream().flatMap(this::rows).toList();
    return List.of(
        byClass(rows, "accepted", "Events accepted", ClassSnapshot::accepted),
        refused(rows),
        byClass(rows, "shed", "Events accepted and then shed", ClassSnapshot::shed),
        byClass(rows, "failed", "Events whose handler failed", ClassSnapshot::failed),
        byClass(rows, "completed", "Events completed", ClassSnapshot::completed),
        byStage(stages, "batches", "Handler calls", stage -> (double) stage.handler().batches()),
        byStage(
            stages,
            "busy_seconds",
            "Time in the handler, over all threads",
            stage -> stage.handler().busyNanos() / NANOS_PER_SECOND),
        byStage(
            stages,
            "cpu_seconds",
            "CPU time in the handler, estimated from a sample",
            stage -> stage.handler().cpuNanos() / NANOS_PER_SECOND),
        counter(
            "edge_events",
            "Events per edge of the graph; an empty from is outside",
            now.edges(),
            GraphSnapshot.Edge::events,
            edge -> Labels.of("from", edge.from(), "to", edge.to())),
        gauge(
            "stage_queue_length",
            "Events waiting",
            stages,
            stage -> stage.queue().length(),
            Metrics::labels),
        gauge(
            "stage_queue_capacity",
            "Queue capacity in credits; on processors, of each processor",
            stages,
            stage -> stage.queue().capacity(),
            Metrics::labels),
        controlled(
            "quality",
            "Quality at which the stage works for a class; 1 is full quality",
            one -> true,
            one -> one.stage().stage().quality().value(one.of().rank())),
        controlled(
            "target_seconds",
            "Target for the 90th percentile of the response time",
            Controlled::hasTarget,
            one -> one.targetNanos() / NANOS_PER_SECOND),
        controlled(
            "target_infeasible",
            "1 if the service time exceeds the target even without load",
            Controlled::hasTarget,
            one -> one.stage().isInfeasible(one.of()) ? 1 : 0),
        times(rows, "response", "Time since the event entered the service", t -> t.response()),
        times(rows, "waiting", "Time in the stage's queue", t -> t.waiting()),
        times(rows, "service", "Time in the handler", t -> t.service()),
        gauge(
            "domain_threads",
            "Current threads",
            now.domains(),
            DomainSnapshot::threads,
            Metrics::labels),
        gauge(
            "domain_threads_max",
            "Maximum threads",
            now.domains(),
            DomainSnapshot::maxThreads,
            Metrics::labels),
        counter(
            "domain_cpu_seconds",
            "CPU time of the domain's current and former threads",
            now.domains(),
            domain -> domain.cpuNanos() / NANOS_PER_SECOND,
            Metrics::labels),
        gauge(
            "database_outage",
            "1 for the current database outage, otherwise 0",
            List.of(Outage.values()),
            isNow(outage.get()),
            one -> Labels.of("outage", one.label())),
        gauge(
            "outbox_held",
            "1 while no mail leaves, until an operator releases the outbox",
            hold.get().isHeld() ? 1 : 0),
        gauge(
            "policy_revision",
            "Revision of the policy in force on this node",
            control.policy().policy().revision()));
  }

  private static ToDoubleFunction<Outage> isNow(Optional<Outage> now) {
    return one -> now.filter(one::equals).isPresent() ? 1 : 0;
  }

  private static List<MetricSnapshot> all(HttpStatistics now) {
    return List.of(
        counter("http_connections", "Connections accepted", now.accepted()),
        counter("http_requests", "Requests passed to the service", now.requests()),
        counter(
            "http_refused", "Requests answered by the server itself with an error", now.refused()),
        counter("http_evicted", "Connections closed to make room for new ones", now.evicted()),
        counter(
            "http_turned_away",
            "Connections refused because their address was at its limit",
            now.turnedAway()),
        counter("http_unlogged", "Responses missing from the access log", now.unlogged()),
        gauge("http_connections_open", "Connections open", now.open()));
  }

  private static List<MetricSnapshot> all(DeliveryStatistics now) {
    TcpStatistics mail = now.sockets();
    return List.of(
        counter("mail_connections", "Connections accepted for incoming mail", mail.opened()),
        counter(
            "mail_evicted", "Mail connections closed to make room for new ones", mail.evicted()),
        counter(
            "mail_turned_away",
            "Mail connections refused because their address was at its limit",
            mail.refused()),
        gauge("mail_connections_open", "Mail connections open", mail.open()),
        gauge(
            "mail_memory_bytes",
            "Memory of mails that are being received or not stored yet",
            now.memoryBytes()),
        gauge("mail_waiting", "Mails that wait for memory", now.waiting()));
  }

  // ---- data points and their labels

  /** A service class of a stage. */
  private record Row(StageSnapshot stage, OfClass of) {
    Labels labels() {
      return Metrics.labels(stage).add("class", of.name());
    }
  }

  private Stream<Row> rows(StageSnapshot stage) {
    return classes.of(stage).stream().map(of -> new Row(stage, of));
  }

  /** A service class of a stage under control. */
  private record Controlled(ControlledStage stage, ServiceClass of) {
    long targetNanos() {
      return stage.stage().targets().nanos(of.rank());
    }

    boolean hasTarget() {
      return targetNanos() > 0;
    }

    Labels labels() {
      return Labels.of("stage", stage.stage().name(), "class", of.name());
    }
  }

  /** Events refused for one reason. */
  private record Refusals(Row row, EnqueueResult.Outcome reason) {
    Labels labels() {
      return row.labels().add("reason", reason.name().toLowerCase(Locale.ROOT));
    }
  }

  private static Labels labels(StageSnapshot stage) {
    return Labels.of("stage", stage.stage());
  }

  private static Labels labels(DomainSnapshot domain) {
    return Labels.of("domain", domain.name());
  }

  // ---- metrics

  private static CounterSnapshot counter(String name, String help, long value) {
    return counter(name, help, List.of(value), Long::doubleValue, unused -> Labels.EMPTY);
  }

  private static <T> CounterSnapshot counter(
      String name, String help, List<T> of, ToDoubleFunction<T> value, Function<T, Labels> labels) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name("arashi_" + name).help(help);
    for (T one : of) {
      counter.dataPoint(
          new CounterDataPointSnapshot(value.applyAsDouble(one), labels.apply(one), null, 0));
    }
    return counter.build();
  }

  private static GaugeSnapshot gauge(String name, String help, long value) {
    return gauge(name, help, List.of(value), Long::doubleValue, unused -> Labels.EMPTY);
  }

  private static <T> GaugeSnapshot gauge(
      String name, String help, List<T> of, ToDoubleFunction<T> value, Function<T, Labels> labels) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name("arashi_" + name).help(help);
    for (T one : of) {
      gauge.dataPoint(
          new GaugeDataPointSnapshot(value.applyAsDouble(one), labels.apply(one), null));
    }
    return gauge.build();
  }

  private static CounterSnapshot byClass(
      List<Row> rows, String what, String help, ToLongFunction<ClassSnapshot> value) {
    return counter("stage_" + what, help, rows, row -> (double) row.of().count(value), Row::labels);
  }

  private static CounterSnapshot refused(List<Row> rows) {
    List<Refusals> refusals = new ArrayList<>();
    for (Row row : rows) {
      row.of().now().refused().keySet().forEach(why -> refusals.add(new Refusals(row, why)));
    }
    return counter(
        "stage_refused",
        "Events refused",
        refusals,
        one -> (double) one.row().of().refused(one.reason()),
        Refusals::labels);
  }

  private static CounterSnapshot byStage(
      List<StageSnapshot> stages, String what, String help, ToDoubleFunction<StageSnapshot> value) {
    return counter("stage_" + what, help, stages, value, Metrics::labels);
  }

  private GaugeSnapshot controlled(
      String what,
      String help,
      Predicate<Controlled> included,
      ToDoubleFunction<Controlled> value) {
    List<Controlled> all = new ArrayList<>();
    for (ControlledStage stage : control.stages()) {
      control.policy().classes().forEach(one -> all.add(new Controlled(stage, one)));
    }
    all.removeIf(included.negate());
    return gauge("stage_" + what, help, all, value, Controlled::labels);
  }

  private static SummarySnapshot times(
      List<Row> rows, String what, String help, Function<ClassSnapshot.Times, Distribution> which) {
    SummarySnapshot.Builder summary =
        SummarySnapshot.builder().name("arashi_stage_" + what + "_seconds").help(help);
    for (Row row : rows) {
      OfClass of = row.of();
      summary.dataPoint(
          new SummaryDataPointSnapshot(
              of.count(one -> which.apply(one.total()).count()),
              of.count(one -> sum(which.apply(one.total()))) / NANOS_PER_SECOND,
              quantiles(which.apply(of.now().recent())),
              row.labels(),
              null,
              0));
    }
    return summary.build();
  }

  private static long sum(Distribution times) {
    return Math.round(times.count() * times.mean());
  }

  private static Quantiles quantiles(Distribution recent) {
    List<Quantile> quantiles = new ArrayList<>();
    if (recent.count() > 0) {
      quantiles.add(new Quantile(0.5, recent.p50() / NANOS_PER_SECOND));
      quantiles.add(new Quantile(0.9, recent.p90() / NANOS_PER_SECOND));
      quantiles.add(new Quantile(0.99, recent.p99() / NANOS_PER_SECOND));
      quantiles.add(new Quantile(0.999, recent.p999() / NANOS_PER_SECOND));
    }
    return Quantiles.of(quantiles);
  }
}
