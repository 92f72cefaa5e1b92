package arashi.console;

import arashi.console.ClassCounters.OfClass;
import arashi.front.page.DisplayFormats;
import arashi.store.outbox.Hold;
import arashi.target.ControlledStage;
import arashi.target.ServiceControl;
import arashi.web.ConsolePage;
import arashi.web.ConsolePage.ClassFigures;
import arashi.web.ConsolePage.Counted;
import arashi.web.ConsolePage.DomainFigures;
import arashi.web.ConsolePage.RequestFigures;
import arashi.web.PageFrame;
import arashi.web.TargetStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import seda.kernel.ClassSnapshot;
import seda.kernel.Distribution;
import seda.kernel.DomainSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.Overrides.Setting;
import seda.kernel.graph.StageGraph;

/**
 * Shows the current state of the service, from the graph and the targets in force, without the
 * database.
 */
final class LiveView {
  private static final double NANOS_PER_SECOND = 1e9;

  private final StageGraph graph;
  private final ServiceControl control;
  private final ClassCounters counters;
  private final Flow flow;
  private final DisplayFormats shown;
  private final Supplier<Hold> hold;

  LiveView(
      StageGraph graph,
      ServiceControl control,
      Flow flow,
      DisplayFormats shown,
      Supplier<Hold> hold) {
    this.graph = graph;
    this.hold = hold;
    this.control = control;
    this.counters = new ClassCounters(graph, control);
    this.flow = flow;
    this.shown = shown;
  }

  ConsolePage page(PageFrame surroundings, ConsoleFormats figures, Locale locale) {
    GraphSnapshot now = graph.snapshot();
    Flow.SnapshotPair snapshots = flow.snapshots();
    Map<String, ControlledStage> controlled =
        control.stages().stream()
            .collect(Collectors.toMap(stage -> stage.type().name(), stage -> stage));
    return new ConsolePage(
        surroundings,
        shown.clock(now.at(), locale),
        (int) graph.window().toSeconds(),
        outbox(),
        StageDrawings.draw(now, snapshots, controlled, figures),
        control.stages().stream().map(stage -> request(stage, now, snapshots, figures)).toList(),
        now.domains().stream().map(domain -> domain(domain, snapshots, figures)).toList());
  }

  private ConsolePage.OutboxHold outbox() {
    return switch (hold.get().cause()) {
      case NONE -> null;
      case COPY -> ConsolePage.OutboxHold.COPY;
      case OPERATOR -> ConsolePage.OutboxHold.OPERATOR;
    };
  }

  private RequestFigures request(
      ControlledStage stage,
      GraphSnapshot now,
      Flow.SnapshotPair snapshots,
      ConsoleFormats figures) {
    StageSnapshot snapshot = now.stage(stage.type().name());
    return new RequestFigures(
        stage.type().name(),
        figures.count(snapshot.queue().length()),
        stage.type().degradable() ? quality(stage, figures) : null,
        stage.qualityReason(mostDegraded(stage)),
        configuredKeys(stage),
        control.policy().classes().stream()
            .map(serviceClass -> ofClass(stage, snapshot, serviceClass, snapshots, figures))
            .toList());
  }

  /** Returns the quality: one figure if it is that of all classes, else one by class. */
  private String quality(ControlledStage stage, ConsoleFormats figures) {
    List<ServiceClass> classes = control.policy().classes();
    boolean same =
        classes.stream().mapToDouble(each -> quality(stage, each)).distinct().count() == 1;
    return same
        ? figures.percent(quality(stage, classes.get(0)))
        : classes.stream()
            .map(each -> each.name() + " " + figures.percent(quality(stage, each)))
            .collect(Collectors.joining(" · "));
  }

  private static double quality(ControlledStage stage, ServiceClass serviceClass) {
    return stage.stage().quality().value(serviceClass.rank());
  }

  /** Returns the class with the least quality; the highest of several. */
  private ServiceClass mostDegraded(ControlledStage stage) {
    return control.policy().classes().stream()
        .min(Comparator.comparingDouble(each -> quality(stage, each)))
        .orElse(ServiceClass.DEFAULT);
  }

  private static List<String> configuredKeys(ControlledStage stage) {
    return Stream.of(Knob.values())
        .flatMap(knob -> stage.configured(knob).stream())
        .map(Setting::key)
        .toList();
  }

  private ClassFigures ofClass(
      ControlledStage stage,
      StageSnapshot snapshot,
      ServiceClass serviceClass,
      Flow.SnapshotPair snapshots,
      ConsoleFormats figures) {
    int rank = serviceClass.rank();
    Optional<OfClass> seen =
        counters.of(snapshot).stream()
            .filter(one -> one.name().equals(serviceClass.name()))
            .findFirst();
    Distribution response =
        seen.map(one -> one.now().recent().response()).orElse(Distribution.EMPTY);
    long target = stage.stage().targets().nanos(rank);
    Counting counting = new Counting(snapshot.stage(), rank, seen, snapshots, figures);
    return new ClassFigures(
        serviceClass.name(),
        TargetStatus.of(response.p90(), target),
        figures.time(target),
        figures.time(response.p50()),
        figures.time(response.p90()),
        figures.time(response.p99()),
        counting.of(ClassSnapshot::accepted),
        counting.of(ClassSnapshot::rejected),
        seen.map(one -> why(one, figures)).orElse(""),
        counting.of(ClassSnapshot::shed),
        stage.isInfeasible(serviceClass),
        stage.reason(serviceClass));
  }

  /** Formats the counters of one class of one stage. */
  private record Counting(
      String stage,
      int rank,
      Optional<OfClass> seen,
      Flow.SnapshotPair snapshots,
      ConsoleFormats figures) {

    Counted of(ToLongFunction<ClassSnapshot> counter) {
      long total = seen.map(one -> one.count(counter)).orElse(0L);
      if (total == 0) {
        return Counted.NOTHING;
      }
      double perSecond =
          snapshots.perSecond(
              at -> ClassCounters.of(at.stage(stage), rank).map(counter::applyAsLong).orElse(0L));
      return new Counted(figures.rate(perSecond), figures.count(total));
    }
  }

  /** Lists the reasons of refusals, the most frequent first. */
  private static String why(OfClass one, ConsoleFormats figures) {
    return one.now().refused().keySet().stream()
        .map(reason -> Map.entry(reason, one.refused(reason)))
        .filter(reason -> reason.getValue() > 0)
        .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
        .map(
            reason ->
                figures.text("refused." + reason.getKey().name().toLowerCase(Locale.ROOT))
                    + " "
                    + figures.count(reason.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static DomainFigures domain(
      DomainSnapshot domain, Flow.SnapshotPair snapshots, ConsoleFormats figures) {
    double cores =
        snapshots.perSecond(
                at ->
                    at.domains().stream()
                        .filter(one -> one.name().equals(domain.name()))
                        .mapToLong(DomainSnapshot::cpuNanos)
                        .sum())
            / NANOS_PER_SECOND;
    return new DomainFigures(
        domain.name(), domain.threads(), domain.maxThreads(), figures.digits(cores));
  }
}
