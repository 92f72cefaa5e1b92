package arashi.console;

import arashi.console.ClassCounters.OfClass;
import arashi.front.Shown;
import arashi.target.ControlledStage;
import arashi.target.ServiceControl;
import arashi.web.ConsolePage;
import arashi.web.ConsolePage.ClassFigures;
import arashi.web.ConsolePage.Counted;
import arashi.web.ConsolePage.DomainFigures;
import arashi.web.ConsolePage.RequestFigures;
import arashi.web.Page;
import arashi.web.Standing;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import seda.kernel.ClassSnapshot;
import seda.kernel.Distribution;
import seda.kernel.DomainSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.StageGraph;
import seda.kernel.StageSnapshot;

/** The service as it is now: of the graph and the targets in force, without the database. */
final class LiveView {
  private static final double NANOS_PER_SECOND = 1e9;

  private final StageGraph graph;
  private final ServiceControl control;
  private final ClassCounters counters;
  private final Flow flow;
  private final Shown shown;

  LiveView(StageGraph graph, ServiceControl control, Flow flow, Shown shown) {
    this.graph = graph;
    this.control = control;
    this.counters = new ClassCounters(graph, control);
    this.flow = flow;
    this.shown = shown;
  }

  ConsolePage page(Page surroundings, Figures figures, Locale locale) {
    GraphSnapshot now = graph.snapshot();
    Flow.Windows windows = flow.windows();
    Map<String, ControlledStage> controlled =
        control.stages().stream()
            .collect(Collectors.toMap(stage -> stage.type().stage(), stage -> stage));
    return new ConsolePage(
        surroundings,
        shown.clock(now.at(), locale),
        (int) graph.window().toSeconds(),
        StageDrawings.draw(now, windows, controlled, figures),
        control.stages().stream().map(stage -> request(stage, now, windows, figures)).toList(),
        now.domains().stream().map(domain -> domain(domain, windows, figures)).toList());
  }

  private RequestFigures request(
      ControlledStage stage, GraphSnapshot now, Flow.Windows windows, Figures figures) {
    StageSnapshot snapshot = now.stage(stage.type().stage());
    return new RequestFigures(
        stage.type().stage(),
        figures.count(snapshot.queueLength()),
        stage.type().isDegradable() ? figures.percent(stage.stage().quality().value()) : null,
        stage.qualityReason(),
        control.policy().classes().stream()
            .map(serviceClass -> ofClass(stage, snapshot, serviceClass, windows, figures))
            .toList());
  }

  private ClassFigures ofClass(
      ControlledStage stage,
      StageSnapshot snapshot,
      ServiceClass serviceClass,
      Flow.Windows windows,
      Figures figures) {
    int rank = serviceClass.rank();
    Optional<OfClass> seen =
        counters.of(snapshot).stream()
            .filter(one -> one.name().equals(serviceClass.name()))
            .findFirst();
    Distribution response =
        seen.map(one -> one.now().recent().response()).orElse(Distribution.EMPTY);
    long target = stage.stage().targets().nanos(rank);
    Counting counting = new Counting(snapshot.stage(), rank, seen, windows, figures);
    return new ClassFigures(
        serviceClass.name(),
        Standing.of(response.p90(), target),
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

  /** Makes counters of one class of one stage presentable. */
  private record Counting(
      String stage, int rank, Optional<OfClass> seen, Flow.Windows windows, Figures figures) {

    Counted of(ToLongFunction<ClassSnapshot> counter) {
      long total = seen.map(one -> one.count(counter)).orElse(0L);
      if (total == 0) {
        return Counted.NOTHING;
      }
      double perSecond =
          windows.perSecond(
              at -> ClassCounters.of(at.stage(stage), rank).map(counter::applyAsLong).orElse(0L));
      return new Counted(figures.rate(perSecond), figures.count(total));
    }
  }

  /** The reasons of refusals, the most frequent first. */
  private static String why(OfClass one, Figures figures) {
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
      DomainSnapshot domain, Flow.Windows windows, Figures figures) {
    double cores =
        windows.perSecond(
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
