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
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
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
    return List.of(
        byClass(now, "accepted", "Events accepted", ClassSnapshot::accepted),
        refused(now),
        byClass(now, "shed", "Events accepted and then shed", ClassSnapshot::shed),
        byClass(now, "failed", "Events whose handler failed", ClassSnapshot::failed),
        byClass(now, "completed", "Events completed", ClassSnapshot::completed),
        byStage(now, "batches", "Handler calls", StageSnapshot::batches),
        byStage(
            now,
            "busy_seconds",
            "Time in the handler, over all threads",
            stage -> stage.busyNanos() / NANOS_PER_SECOND),
        byStage(
            now,
            "cpu_seconds",
            "CPU time in the handler, estimated from a sample",
            stage -> stage.cpuNanos() / NANOS_PER_SECOND),
        edges(now),
        gauge(now, "queue_length", "Events waiting", StageSnapshot::queueLength),
        gauge(
            now,
            "queue_capacity",
            "Queue capacity in credits; on processors, of each processor",
            StageSnapshot::queueCapacity),
        quality(),
        targets(
            "target_seconds",
            "Target for the 90th percentile of the response time",
            (stage, one) -> stage.stage().targets().nanos(one.rank()) / NANOS_PER_SECOND),
        targets(
            "target_infeasible",
            "1 if the service time exceeds the target even without load",
            (stage, one) -> stage.isInfeasible(one) ? 1 : 0),
        times(now, "response", "Time since the event entered the service", t -> t.response()),
        times(now, "waiting", "Time in the stage's queue", t -> t.waiting()),
        times(now, "service", "Time in the handler", t -> t.service()),
        domains(now, "threads", "Current threads", DomainSnapshot::threads),
        domains(now, "threads_max", "Maximum threads", DomainSnapshot::maxThreads),
        domainCpu(now),
        outages(),
        outboxHeld(),
        policyRevision());
  }

  private MetricSnapshot outboxHeld() {
    return GaugeSnapshot.builder()
        .name("arashi_outbox_held")
        .help("1 while no mail leaves, until an operator releases the outbox")
        .dataPoint(GaugeDataPointSnapshot.builder().value(hold.get().isHeld() ? 1 : 0).build())
        .build();
  }

  private MetricSnapshot outages() {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder()
            .name("arashi_database_outage")
            .help("1 for the current database outage, otherwise 0");
    Optional<Outage> now = outage.get();
    for (Outage one : Outage.values()) {
      boolean known = now.filter(one::equals).isPresent();
      gauge.dataPoint(
          GaugeDataPointSnapshot.builder()
              .value(known ? 1 : 0)
              .labels(Labels.of("outage", one.label()))
              .build());
    }
    return gauge.build();
  }

  private static List<MetricSnapshot> all(HttpStatistics now) {
    return List.of(
        http("connections", "Connections accepted", (double) now.accepted()),
        http("requests", "Requests passed to the service", (double) now.requests()),
        http(
            "refused",
            "Requests answered by the server itself with an error",
            (double) now.refused()),
        http("evicted", "Connections closed to make room for new ones", (double) now.evicted()),
        http(
            "turned_away",
            "Connections refused because their address was at its limit",
            (double) now.turnedAway()),
        http("unlogged", "Responses missing from the access log", (double) now.unlogged()),
        one("http_connections_open", "Connections open", (double) now.open()));
  }

  private static List<MetricSnapshot> all(DeliveryStatistics now) {
    TcpStatistics mail = now.sockets();
    return List.of(
        counted(
            "mail_connections", "Connections accepted for incoming mail", (double) mail.opened()),
        counted(
            "mail_evicted",
            "Mail connections closed to make room for new ones",
            (double) mail.evicted()),
        counted(
            "mail_turned_away",
            "Mail connections refused because their address was at its limit",
            (double) mail.refused()),
        one("mail_connections_open", "Mail connections open", (double) mail.open()),
        one(
            "mail_memory_bytes",
            "Memory of mails that are being received or not stored yet",
            (double) now.memoryBytes()),
        one("mail_waiting", "Mails that wait for memory", (double) now.waiting()));
  }

  private static GaugeSnapshot one(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name("arashi_" + name)
        .help(help)
        .dataPoint(new GaugeDataPointSnapshot(value, Labels.EMPTY, null))
        .build();
  }

  private static CounterSnapshot http(String what, String help, double value) {
    return counted("http_" + what, help, value);
  }

  private static CounterSnapshot counted(String what, String help, double value) {
    return counter(what, help).dataPoint(counted(value, Labels.EMPTY)).build();
  }

  // ---- labels

  private static Labels labels(StageSnapshot stage, OfClass one) {
    return Labels.of("stage", stage.stage(), "class", one.name());
  }

  // ---- counters

  private static CounterDataPointSnapshot counted(double value, Labels labels) {
    return new CounterDataPointSnapshot(value, labels, null, 0);
  }

  private static CounterSnapshot.Builder counter(String name, String help) {
    return CounterSnapshot.builder().name("arashi_" + name).help(help);
  }

  private CounterSnapshot byClass(
      GraphSnapshot now, String what, String help, ToLongFunction<ClassSnapshot> value) {
    CounterSnapshot.Builder counter = counter("stage_" + what, help);
    for (StageSnapshot stage : now.stages()) {
      for (OfClass one : classes.of(stage)) {
        counter.dataPoint(counted((double) one.count(value), labels(stage, one)));
      }
    }
    return counter.build();
  }

  private CounterSnapshot refused(GraphSnapshot now) {
    CounterSnapshot.Builder counter = counter("stage_refused", "Events refused");
    for (StageSnapshot stage : now.stages()) {
      for (OfClass one : classes.of(stage)) {
        for (EnqueueResult.Outcome reason : one.now().refused().keySet()) {
          Labels labels = labels(stage, one).add("reason", reason.name().toLowerCase(Locale.ROOT));
          counter.dataPoint(counted((double) one.refused(reason), labels));
        }
      }
    }
    return counter.build();
  }

  private static CounterSnapshot byStage(
      GraphSnapshot now, String what, String help, ToDoubleFunction<StageSnapshot> value) {
    CounterSnapshot.Builder counter = counter("stage_" + what, help);
    for (StageSnapshot stage : now.stages()) {
      counter.dataPoint(counted(value.applyAsDouble(stage), Labels.of("stage", stage.stage())));
    }
    return counter.build();
  }

  private static CounterSnapshot edges(GraphSnapshot now) {
    CounterSnapshot.Builder counter =
        counter("edge_events", "Events per edge of the graph; an empty from is outside");
    for (GraphSnapshot.Edge edge : now.edges()) {
      counter.dataPoint(
          counted((double) edge.events(), Labels.of("from", edge.from(), "to", edge.to())));
    }
    return counter.build();
  }

  private static CounterSnapshot domainCpu(GraphSnapshot now) {
    CounterSnapshot.Builder counter =
        counter("domain_cpu_seconds", "CPU time of the domain's current and former threads");
    for (DomainSnapshot domain : now.domains()) {
      counter.dataPoint(
          counted(domain.cpuNanos() / NANOS_PER_SECOND, Labels.of("domain", domain.name())));
    }
    return counter.build();
  }

  // ---- gauges

  private static GaugeDataPointSnapshot value(double value, Labels labels) {
    return new GaugeDataPointSnapshot(value, labels, null);
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name("arashi_" + name).help(help);
  }

  private static GaugeSnapshot gauge(
      GraphSnapshot now, String what, String help, ToDoubleFunction<StageSnapshot> of) {
    GaugeSnapshot.Builder gauge = gauge("stage_" + what, help);
    for (StageSnapshot stage : now.stages()) {
      gauge.dataPoint(value(of.applyAsDouble(stage), Labels.of("stage", stage.stage())));
    }
    return gauge.build();
  }

  private GaugeSnapshot quality() {
    GaugeSnapshot.Builder gauge =
        gauge("stage_quality", "Quality at which the stage works for a class; 1 is full quality");
    for (ControlledStage stage : control.stages()) {
      for (ServiceClass serviceClass : control.policy().classes()) {
        gauge.dataPoint(
            value(
                stage.stage().quality().value(serviceClass.rank()),
                Labels.of("stage", stage.stage().name(), "class", serviceClass.name())));
      }
    }
    return gauge.build();
  }

  private GaugeSnapshot targets(
      String what, String help, ToDoubleBiFunction<ControlledStage, ServiceClass> of) {
    GaugeSnapshot.Builder gauge = gauge("stage_" + what, help);
    for (ControlledStage stage : control.stages()) {
      for (ServiceClass one : control.policy().classes()) {
        if (stage.stage().targets().nanos(one.rank()) > 0) {
          gauge.dataPoint(
              value(
                  of.applyAsDouble(stage, one),
                  Labels.of("stage", stage.stage().name(), "class", one.name())));
        }
      }
    }
    return gauge.build();
  }

  private static GaugeSnapshot domains(
      GraphSnapshot now, String what, String help, ToDoubleFunction<DomainSnapshot> of) {
    GaugeSnapshot.Builder gauge = gauge("domain_" + what, help);
    for (DomainSnapshot domain : now.domains()) {
      gauge.dataPoint(value(of.applyAsDouble(domain), Labels.of("domain", domain.name())));
    }
    return gauge.build();
  }

  private GaugeSnapshot policyRevision() {
    return gauge("policy_revision", "Revision of the policy in force on this node")
        .dataPoint(value((double) control.policy().policy().revision(), Labels.EMPTY))
        .build();
  }

  // ---- times

  private SummarySnapshot times(
      GraphSnapshot now,
      String what,
      String help,
      Function<ClassSnapshot.Times, Distribution> which) {
    SummarySnapshot.Builder summary =
        SummarySnapshot.builder().name("arashi_stage_" + what + "_seconds").help(help);
    for (StageSnapshot stage : now.stages()) {
      for (OfClass one : classes.of(stage)) {
        summary.dataPoint(
            new SummaryDataPointSnapshot(
                one.count(of -> which.apply(of.total()).count()),
                one.count(of -> sum(which.apply(of.total()))) / NANOS_PER_SECOND,
                quantiles(which.apply(one.now().recent())),
                labels(stage, one),
                null,
                0));
      }
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
