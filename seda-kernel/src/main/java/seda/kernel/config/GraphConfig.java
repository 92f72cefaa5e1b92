package seda.kernel.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import seda.kernel.DomainSnapshot;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.Overrides;
import seda.kernel.graph.StageGraph;

/**
 * Section {@code seda} of a configuration. It overrides the domains and stages declared in code,
 * places stages on domains, and applies controllers and admission policies while the graph runs.
 * Pass it to the constructor of {@link StageGraph}.
 *
 * <p>{@link #of} rejects invalid values and unknown keys. {@link StageGraph#start} rejects unknown
 * domains and stages, and a blocking stage on processors. Both throw {@link GraphConfigException}.
 *
 * <p>Immutable.
 */
public final class GraphConfig implements Overrides {
  private static final String SECTION = "seda";
  private static final String EACH_STAGE = "stage ";
  private static final String ALL_STAGES = "thread-per-processor";
  private static final int MAX_WINDOWS = 100_000;
  private static final Duration SHORTEST_WINDOW = Duration.ofMillis(200);

  private final Section section;
  private final Duration window;
  private final Duration history;
  private final Optional<Integer> threadPerStage;
  private final Optional<Integer> threadPerProcessor;
  private final Map<String, DomainSettings> domains = new HashMap<>();
  private final Map<String, StageSettings> stages = new HashMap<>();
  private final Optional<SharedAdmission> shared;

  private GraphConfig(Section section) {
    this.section = section;
    this.window = section.duration("window").orElse(Overrides.super.window());
    this.history = section.duration("history").orElse(Overrides.super.history());
    if (window.compareTo(SHORTEST_WINDOW) < 0) {
      throw section.bad("window", "must be a time, at least 200 ms");
    }
    long windows = history.toNanos() / window.toNanos();
    if (windows < 1 || windows > MAX_WINDOWS) {
      throw section.bad(
          "history", "must be a time of 1 to 100000 windows of " + window.toMillis() + " ms");
    }
    this.threadPerStage = section.integer("thread-per-stage", 1, 1024);
    this.threadPerProcessor = section.integer("thread-per-processor", 1, 1024);
    if (threadPerStage.isPresent() && threadPerProcessor.isPresent()) {
      throw section.bad("thread-per-processor", "can't be set together with thread-per-stage");
    }
    section
        .sections("domains")
        .forEach((name, domain) -> domains.put(name, new DomainSettings(name, domain)));
    section.sections("stages").forEach((name, stage) -> stages.put(name, new StageSettings(stage)));
    this.shared = SharedAdmission.read(section);
    section.end();
  }

  /**
   * Reads section {@code seda}. Without that section, nothing is overridden.
   *
   * @param config resolved configuration
   * @throws GraphConfigException for the first invalid value or unknown key
   */
  public static GraphConfig of(Config config) {
    return new GraphConfig(Section.of(config, SECTION));
  }

  /** Returns a configuration that overrides nothing. */
  public static GraphConfig empty() {
    return of(ConfigFactory.empty());
  }

  @Override
  public Duration window() {
    return window;
  }

  @Override
  public Duration history() {
    return history;
  }

  @Override
  public ProcessorsConfig processors(ProcessorsConfig declared) {
    return domain(declared.name()).map(set -> set.over(declared)).orElse(declared);
  }

  @Override
  public WorkerPoolConfig workerPool(WorkerPoolConfig declared) {
    return domain(declared.name()).map(set -> set.over(declared)).orElse(declared);
  }

  @Override
  public StageConfig stage(StageConfig declared) {
    return stageSettings(declared.name()).map(set -> set.over(declared)).orElse(declared);
  }

  private Optional<DomainSettings> domain(String name) {
    return Optional.ofNullable(domains.get(name));
  }

  private Optional<StageSettings> stageSettings(String name) {
    return Optional.ofNullable(stages.get(name));
  }

  /** {@inheritDoc} A setting of the stage precedes a setting for all stages. */
  @Override
  public ThreadDomain domainOf(Stage<?> stage, StageGraph graph) {
    Optional<StageSettings> set = stageSettings(stage.name());
    Optional<String> name = set.flatMap(StageSettings::domain);
    if (name.isPresent()) {
      return domainOf(stage, name.get(), set.get(), graph);
    }
    if (stage.isPinned()) {
      return stage.domain();
    }
    if (threadPerStage.isPresent()) {
      String own = EACH_STAGE + stage.name();
      int threads = threadPerStage.get();
      return graph.domain(own).orElseGet(() -> graph.workerPool(own, threads));
    }
    if (threadPerProcessor.isPresent()) {
      if (stage.isBlocking()) {
        throw new GraphConfigException(
            section.key(ALL_STAGES)
                + ": processors can't run stages that block: "
                + blockingStages(graph)
                + "; set the domain of each to a worker pool, or leave this out");
      }
      ProcessorsConfig config =
          ProcessorsConfig.named(ALL_STAGES).withCount(threadPerProcessor.get());
      return graph.domain(ALL_STAGES).orElseGet(() -> graph.processors(config, IoSource::none));
    }
    return stage.domain();
  }

  /** Lists the blocking stages that {@code thread-per-processor} would move. */
  private String blockingStages(StageGraph graph) {
    return graph.snapshot().stages().stream()
        .map(StageSnapshot::stage)
        .filter(name -> stageSettings(name).flatMap(StageSettings::domain).isEmpty())
        .filter(name -> graph.find(name).filter(s -> s.isBlocking() && !s.isPinned()).isPresent())
        .collect(Collectors.joining(", "));
  }

  private ThreadDomain domainOf(Stage<?> stage, String name, StageSettings set, StageGraph graph) {
    if (stage.isPinned() && !stage.domain().name().equals(name)) {
      throw set.badDomain("must be " + stage.domain().name() + ": this stage can't be moved");
    }
    ThreadDomain chosen =
        graph
            .domain(name)
            .or(() -> domain(name).flatMap(domain -> domain.declareOn(graph)))
            .orElseThrow(
                () ->
                    set.badDomain(
                        "must be a domain whose kind is set, or one of " + domains(graph)));
    if (stage.isBlocking() && chosen instanceof Processors) {
      throw set.badDomain("must be a worker pool: this stage blocks");
    }
    return chosen;
  }

  @Override
  public void check(StageGraph graph) {
    for (String name : stages.keySet()) {
      if (graph.find(name).isEmpty()) {
        throw unknown("stages", name, "no such stage; there are " + stages(graph));
      }
    }
    for (String name : shared.map(SharedAdmission::stages).orElse(Set.of())) {
      if (graph.find(name).isEmpty()) {
        throw section
            .section("admission")
            .bad("stages", "no such stage: " + name + "; there are " + stages(graph));
      }
    }
    for (String name : domains.keySet()) {
      if (graph.domain(name).isEmpty()) {
        throw unknown(
            "domains", name, "no stage has this domain; those in use are " + domains(graph));
      }
    }
  }

  private GraphConfigException unknown(String key, String name, String why) {
    return new GraphConfigException(section.section(key).key(name) + ": " + why);
  }

  private static String stages(StageGraph graph) {
    return graph.snapshot().stages().stream()
        .map(StageSnapshot::stage)
        .collect(Collectors.joining(", "));
  }

  private static String domains(StageGraph graph) {
    return graph.snapshot().domains().stream()
        .map(DomainSnapshot::name)
        .collect(Collectors.joining(", "));
  }

  @Override
  public boolean controls(WorkerPool pool) {
    return domain(pool.name()).flatMap(DomainSettings::sizing).isPresent();
  }

  @Override
  public boolean controls(Stage<?> stage) {
    return stageSettings(stage.name()).filter(StageSettings::controlsBatches).isPresent();
  }

  @Override
  public Optional<Setting> setting(String stage, Knob knob) {
    return stageSettings(stage)
        .flatMap(set -> set.setting(knob))
        .or(
            () ->
                knob == Knob.ADMISSION
                    ? sharedBy(stage).map(SharedAdmission::setting)
                    : Optional.empty());
  }

  /** Returns the shared admission if the stage has it. */
  private Optional<SharedAdmission> sharedBy(String stage) {
    boolean own = stageSettings(stage).flatMap(set -> set.setting(Knob.ADMISSION)).isPresent();
    return shared.filter(all -> !own && all.stages().contains(stage));
  }

  @Override
  public Runnable putInForce(WorkerPool pool, StageGraph graph) {
    return domain(pool.name())
        .flatMap(DomainSettings::sizing)
        .map(sizing -> sizing.start(pool, graph))
        .orElse(() -> {});
  }

  @Override
  public Runnable putInForce(Stage<?> stage, StageGraph graph) {
    List<Runnable> ends = new ArrayList<>();
    sharedBy(stage.name())
        .ifPresent(all -> stage.admission(all.admission().make(stage, graph, ends::add)));
    stageSettings(stage.name()).ifPresent(set -> ends.add(set.putInForce(stage, graph)));
    return () -> ends.forEach(Runnable::run);
  }
}
