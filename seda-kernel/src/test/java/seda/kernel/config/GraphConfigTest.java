package seda.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.Clock;
import seda.kernel.DomainSnapshot;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.Overrides.Setting;
import seda.kernel.graph.StageGraph;

/**
 * Reading and applying settings. For controllers and admission see {@link ControlFromConfigTest}.
 */
class GraphConfigTest {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private StageGraph graph;

  /** Threads that handled an event. */
  private final LinkedBlockingQueue<String> handledOn = new LinkedBlockingQueue<>();

  private static GraphConfig config(String hocon) {
    return GraphConfig.of(ConfigFactory.parseString(hocon).resolve());
  }

  private StageGraph graph(String hocon) {
    graph = new StageGraph(Clock.system(), config(hocon));
    return graph;
  }

  private Stage<String> stage(String name, ThreadDomain domain) {
    Stage<String> stage = graph.stage(StageConfig.named(name), domain);
    return stage.handledBy(
        EventHandler.each(event -> handledOn.add(Thread.currentThread().getName())));
  }

  private String handledOn() throws InterruptedException {
    return handledOn.poll(10, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() {
    if (graph != null) {
      graph.stop(GRACE);
    }
  }

  // ---- values

  @Test
  void overridesNothingOfWhichItSaysNothing() {
    StageConfig stage = StageConfig.named("search").withBatchSize(7);
    WorkerPoolConfig pool = WorkerPoolConfig.fixed("store", 3);
    ProcessorsConfig processors = ProcessorsConfig.named("processor");

    for (GraphConfig config :
        new GraphConfig[] {
          GraphConfig.empty(), config("seda {}"), config("seda { stages { search {} } }")
        }) {
      assertThat(config.stage(stage)).isEqualTo(stage);
      assertThat(config.workerPool(pool)).isEqualTo(pool);
      assertThat(config.processors(processors)).isEqualTo(processors);
      assertThat(config.window()).isEqualTo(Duration.ofSeconds(5));
      assertThat(config.history()).isEqualTo(Duration.ofHours(1));
    }
  }

  @Test
  void overridesEveryValueOfAStage() {
    GraphConfig config =
        config(
            """
            seda.stages."list folders" {
              queue-capacity = 10
              batch-size = 3
              guaranteed-share = 0.2
              stealable = yes
              target = 2 s
            }\
            """);

    assertThat(config.stage(StageConfig.named("list folders")))
        .isEqualTo(
            new StageConfig("list folders", 10, 3, 0.2, true, Optional.of(Duration.ofSeconds(2))));
    assertThat(config.stage(StageConfig.named("search"))).isEqualTo(StageConfig.named("search"));
  }

  @Test
  void overridesEveryValueOfAPool() {
    GraphConfig config =
        config(
            """
            seda.domains.store {
              kind = pool
              min-threads = 2
              max-threads = 9
              order = least-slack
              spin = 0
              idle-time = 1 m
            }\
            """);

    assertThat(config.workerPool(WorkerPoolConfig.fixed("store", 4)))
        .isEqualTo(
            new WorkerPoolConfig(
                "store", 2, 9, ServiceOrder.LEAST_SLACK, Duration.ZERO, Duration.ofMinutes(1)));
  }

  @Test
  void overridesEveryValueOfProcessors() {
    GraphConfig config =
        config(
            """
            seda.domains.processor {
              count = 3
              inbox-capacity = 64
              rounds-per-poll = 2
              timer-tick = 1 ms
            }\
            """);

    assertThat(config.processors(ProcessorsConfig.named("processor")))
        .isEqualTo(new ProcessorsConfig("processor", 3, 64, 2, Duration.ofMillis(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "min-threads = 7,                   7, 7",
    "min-threads = 3,                   3, 4",
    "max-threads = 9,                   2, 9",
    "max-threads = 1,                   1, 1",
    "'min-threads = 1, max-threads = 3', 1, 3",
  })
  void aBoundSetAloneTakesTheOtherAlong(String set, int min, int max) {
    WorkerPoolConfig pool =
        config("seda.domains.store { " + set + " }")
            .workerPool(WorkerPoolConfig.fixed("store", 4).withThreads(2, 4));

    assertThat(pool.minThreads()).isEqualTo(min);
    assertThat(pool.maxThreads()).isEqualTo(max);
  }

  @Test
  void setsTheWindowAndTheHistoryOfTheGraph() {
    assertThat(graph("seda { window = 1 s, history = 10 s }").window())
        .isEqualTo(Duration.ofSeconds(1));
    assertThat(config("seda { window = 1 s, history = 10 s }").history())
        .isEqualTo(Duration.ofSeconds(10));
  }

  // ---- placement of stages on domains

  @Test
  void movesAStageToAnotherDomainOfTheApplicationAlsoOneDeclaredLater() throws Exception {
    graph("seda.stages.search.domain = second");
    Stage<String> search = stage("search", graph.workerPool("first", 1));
    Stage<String> other = stage("other", graph.domain("first").orElseThrow());
    graph.workerPool("second", 1);
    graph.start();

    search.enqueue("x");
    assertThat(handledOn()).isEqualTo("second-0");
    other.enqueue("x");
    assertThat(handledOn()).isEqualTo("first-0");
    assertThat(search.snapshot().domain()).isEqualTo("second");
  }

  @Test
  void runsAStageOnADomainThatOnlyConfigurationDeclares() throws Exception {
    graph(
        """
        seda.domains.slow { kind = pool, max-threads = 3, sizing { kind = fixed } }
        seda.domains.fast { kind = processors, count = 2 }
        seda.stages { search.domain = slow, route.domain = fast }\
        """);
    WorkerPool pool = graph.workerPool("pool", 1);
    Stage<String> search = stage("search", pool);
    Stage<String> route = stage("route", pool);
    graph.start();

    search.enqueue("x");
    assertThat(handledOn()).isEqualTo("slow-0");
    route.enqueue("x");
    assertThat(handledOn()).startsWith("fast-");
    assertThat(graph.snapshot().domains())
        .filteredOn(domain -> domain.name().equals("slow"))
        .extracting(DomainSnapshot::kind, DomainSnapshot::minThreads, DomainSnapshot::maxThreads)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("pool", 1, 3));
  }

  @Test
  void aSinkOfOneProcessorLeadsToThePoolToWhichTheStageWasMoved() throws Exception {
    graph("seda { domains.slow { kind = pool }, stages.parse.domain = slow }");
    Processors processors =
        graph.processors(ProcessorsConfig.named("processor").withCount(2), IoSource::none);
    Stage<String> parse = stage("parse", processors);
    graph.start();

    assertThat(parse.on(1).enqueue("x").accepted()).isTrue();
    assertThat(handledOn()).isEqualTo("slow-0");
  }

  @Test
  void aSinkOfOneProcessorLeadsToOneOfTheFewerToWhichTheStageWasMoved() throws Exception {
    graph("seda { domains.few { kind = processors, count = 2 }, stages.parse.domain = few }");
    Processors processors =
        graph.processors(ProcessorsConfig.named("processor").withCount(4), IoSource::none);
    Stage<String> parse = stage("parse", processors);
    graph.start();

    assertThat(parse.on(3).enqueue("x").accepted()).isTrue();
    assertThat(handledOn()).isEqualTo("few-1");
  }

  @Test
  void givesEachStageAPoolOfItsOwn() throws Exception {
    graph("seda { thread-per-stage = 2, stages.c.domain = shared }");
    WorkerPool shared = graph.workerPool("shared", 1);
    Processors processors =
        graph.processors(ProcessorsConfig.named("processor").withCount(1), IoSource::none);
    Stage<String> a = stage("a", shared);
    Stage<String> b = stage("b", processors);
    Stage<String> c = stage("c", shared);
    Stage<String> pinned = stage("pinned", processors).pinned();
    graph.start();

    a.enqueue("x");
    assertThat(handledOn()).startsWith("stage a-");
    b.enqueue("x");
    assertThat(handledOn()).startsWith("stage b-");
    c.enqueue("x");
    assertThat(handledOn()).isEqualTo("shared-0");
    pinned.enqueue("x");
    assertThat(handledOn()).isEqualTo("processor-0");
    assertThat(a.domain().threads()).isEqualTo(2);
  }

  @Test
  void aPoolOfAStagesOwnEndsWithTheStage() {
    graph("seda.thread-per-stage = 1");
    WorkerPool shared = graph.workerPool("shared", 1);
    Stage<String> old = stage("a", shared);
    stage("b", shared);
    graph.start();

    Stage<String> next = graph.successor(StageConfig.named("a"), shared);
    graph.replace(old, next.handledBy(EventHandler.each(event -> {})), GRACE);
    assertThat(graph.domain("stage a")).isPresent();
    graph.destroy(next, GRACE);
    assertThat(graph.domain("stage a")).isEmpty();
  }

  @Test
  void runsAllStagesOnOneThreadPerProcessor() throws Exception {
    graph("seda.thread-per-processor = 1");
    Stage<String> a = stage("a", graph.workerPool("pool", 1));
    Stage<String> b = stage("b", graph.workerPool("other", 1));
    graph.start();

    a.enqueue("x");
    assertThat(handledOn()).isEqualTo("thread-per-processor-0");
    b.enqueue("x");
    assertThat(handledOn()).isEqualTo("thread-per-processor-0");
  }

  @Test
  void aBlockingStageIsNotPutOnOneThreadPerProcessor() {
    graph("seda.thread-per-processor = 1");
    stage("a", graph.workerPool("pool", 1));
    WorkerPool other = graph.workerPool("other", 1);
    stage("b", other).blocking();
    stage("c", other).blocking();
    assertThatThrownBy(graph::start)
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContainingAll("seda.thread-per-processor", "stages that block: b, c;", "domain");
  }

  @Test
  void aBlockingStageWithAPoolOfItsOwnIsLeftThere() throws Exception {
    graph("seda { thread-per-processor = 1, stages.b.domain = other }");
    stage("a", graph.workerPool("pool", 1));
    Stage<String> b = stage("b", graph.workerPool("other", 1)).blocking();
    graph.start();
    b.enqueue("x");
    assertThat(handledOn()).isEqualTo("other-0");
  }

  @Test
  void aBlockingStageIsNotMovedToProcessors() {
    graph("seda { domains.fused.kind = processors, stages.b.domain = fused }");
    stage("b", graph.workerPool("other", 1)).blocking();
    assertThatThrownBy(graph::start)
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContainingAll("seda.stages.b.domain", "must be a worker pool");
  }

  @Test
  void aBlockingStageIsNotDeclaredOnProcessors() {
    graph("");
    stage("b", graph.processors(ProcessorsConfig.named("p"), IoSource::none)).blocking();
    assertThatThrownBy(graph::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("stage b blocks", "p");
  }

  // ---- rejected settings

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wndow = 5 s                             | seda.wndow = 5 s unknown window"
            + " thread-per-stage",
        "window = 1 ms                           | seda.window = 1 ms 200 ms",
        "window = soon                           | seda.window = soon like 5 s",
        "history = 1 s                           | seda.history = 1 s 5000 ms",
        "history = 300 d                         | seda.history = 300 d 100000",
        "thread-per-stage = 0                    | seda.thread-per-stage = 0 1 to 1024",
        "thread-per-stage = 1, thread-per-processor = 1 | seda.thread-per-processor = 1 together",
        "domains = all                           | seda.domains = all section",
        "domains.store = 6                       | seda.domains.store = 6 section",
        "domains.store.kind = pol                | seda.domains.store.kind = pol processors, pool",
        "domains.store.min-threads = 0           | seda.domains.store.min-threads = 0 at least 1",
        "domains.store.min-threads = 1.5         | seda.domains.store.min-threads = 1.5 whole",
        "domains.store.min-threads = many        | seda.domains.store.min-threads = many whole",
        "domains.store { min-threads = 3, max-threads = 2 } | seda.domains.store.max-threads = 2"
            + " min-threads = 3",
        "domains.store.max-treads = 2            | seda.domains.store.max-treads = 2 unknown"
            + " max-threads",
        "domains.store.order = random            | seda.domains.store.order = random fifo,"
            + " longest-queue, priority, least-slack, lifo, adaptive-lifo",
        "domains.store.lifo-after = 1 s          | seda.domains.store.lifo-after = 1 s"
            + " adaptive-lifo",
        "domains.store { order = lifo, lifo-after = 1 s } | seda.domains.store.lifo-after = 1 s"
            + " adaptive-lifo",
        "domains.store.spin = -1 us              | seda.domains.store.spin = -1 us from 0",
        "domains.store.idle-time = 0             | seda.domains.store.idle-time = 0 more than 0",
        "domains.store { count = 2, max-threads = 2 } | seda.domains.store.max-threads = 2 unknown",
        "domains.store { kind = pool, count = 2 } | seda.domains.store.count = 2 unknown",
        "domains.cpu.count = 0                   | seda.domains.cpu.count = 0 1 to 1024",
        "domains.cpu.inbox-capacity = 1          | seda.domains.cpu.inbox-capacity = 1 2 to",
        "domains.cpu.rounds-per-poll = 0         | seda.domains.cpu.rounds-per-poll = 0",
        "domains.cpu.timer-tick = 0 s            | seda.domains.cpu.timer-tick = 0 s",
        "domains.store.sizing = on               | seda.domains.store.sizing = on section",
        "domains.store.sizing.kind = best        | seda.domains.store.sizing.kind = best fixed,"
            + " throughput, queue-threshold",
        "domains.store.sizing.period = 0         | seda.domains.store.sizing.period = 0",
        "domains.store.sizing.efficiency = 2     | seda.domains.store.sizing.efficiency = 2 0.01 to"
            + " 0.99",
        "domains.store.sizing.threshold = 5      | seda.domains.store.sizing.threshold = 5 unknown"
            + " efficiency",
        "domains.store.sizing { kind = queue-threshold, threshold = 0 } |"
            + " seda.domains.store.sizing.threshold = 0",
        "stages.search.queue-capacity = 0        | seda.stages.search.queue-capacity = 0 at least"
            + " 1",
        "stages.\"list folders\".batch-size = x  | seda.stages.\"list folders\".batch-size = x"
            + " whole",
        "stages.search.guaranteed-share = 0.6    | seda.stages.search.guaranteed-share = 0.6 0.5",
        "stages.search.stealable = maybe         | seda.stages.search.stealable = maybe true",
        "stages.search.target = -1 s             | seda.stages.search.target = -1 s",
        "stages.search.domain = []               | seda.stages.search.domain = [] name",
        "stages.search.batching.kind = x         | seda.stages.search.batching.kind = x latency",
        "stages.search.batching.budget = 0       | seda.stages.search.batching.budget = 0",
        "stages.search.batching { kind = throughput, min = 5, max = 4 } |"
            + " seda.stages.search.batching.max = 4 at least 5",
        "stages.search.admission {}              | seda.stages.search.admission.kind missing",
        "stages.search.admission.kind = none     | seda.stages.search.admission.kind = none always,"
            + " threshold",
        "stages.search.admission.kind = rate     | seda.stages.search.admission.rate missing",
        "stages.search.admission { kind = rate, rate = 0 } | seda.stages.search.admission.rate = 0",
        "stages.search.admission { kind = threshold, credits = 0 } |"
            + " seda.stages.search.admission.credits = 0",
        "stages.search.admission { kind = threshold, credits = 1, rate = 5 } |"
            + " seda.stages.search.admission.rate = 5 unknown credits",
        "stages.search.admission { kind = red, min = 5, max = 5 } |"
            + " seda.stages.search.admission.max = 5 min = 5",
        "stages.search.admission { kind = red, min = 5, max = 9, weight = 0 } |"
            + " seda.stages.search.admission.weight = 0",
        "stages.search.admission { kind = class } | seda.stages.search.admission.by-rank missing"
            + " list",
        "stages.search.admission { kind = class, by-rank = [{ kind = rate, rate = -1 }] } |"
            + " seda.stages.search.admission.by-rank[0].rate = -1",
        "stages.search.admission { kind = deadline, target = 1 s } |"
            + " seda.stages.search.admission.target = 1 s unknown",
        "stages.search.admission { kind = multiclass } | seda.stages.search.admission.targets"
            + " missing",
        "stages.search.admission { kind = multiclass, targets = [1 s, 0 s] } |"
            + " seda.stages.search.admission.targets = [\"1 s\",\"0 s\"] list",
        "stages.search.admission { kind = response-time, alpha = 1 } |"
            + " seda.stages.search.admission.alpha = 1",
        "stages.search.admission { kind = response-time, rate-min = 5, rate-max = 4 } |"
            + " seda.stages.search.admission.rate-max = 4 rate-min = 5",
      })
  void refusesABadSettingWithItsFullKeyItsValueAndTheAllowedRange(String setting, String said) {
    assertThatThrownBy(() -> config("seda { " + setting + " }"))
        .isInstanceOf(GraphConfigException.class)
        .message()
        .contains(said.split(" "))
        .doesNotContain("\n");
  }

  @Test
  void refusesAnUnknownSection() {
    assertThatThrownBy(() -> config("seda = 5"))
        .isInstanceOf(GraphConfigException.class)
        .hasMessage("seda = 5, must be a section: { … }");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stages.serch.batch-size = 1        | seda.stages.serch no such stage; there are search,"
            + " read",
        "stages.search.domain = stroe       | seda.stages.search.domain = stroe store, cpu",
        "domains.stroe.max-threads = 5      | seda.domains.stroe no stage store, cpu",
        "domains.stroe.kind = pool          | seda.domains.stroe no stage store, cpu",
        "stages.read.domain = store         | seda.stages.read.domain = store must be cpu",
        "stages.search.admission.kind = response-time | seda.stages.search.admission.target"
            + " missing",
      })
  void refusesToStartWithWhatTheApplicationDoesNotHave(String setting, String said) {
    graph("seda { " + setting + " }");
    WorkerPool store = graph.workerPool("store", 2);
    Processors cpu = graph.processors(ProcessorsConfig.named("cpu").withCount(1), IoSource::none);
    stage("search", store);
    stage("read", cpu).pinned();

    assertThatThrownBy(graph::start)
        .isInstanceOf(GraphConfigException.class)
        .message()
        .contains(said.split(" "));
    assertThat(store.threads()).isZero();
  }

  @Test
  void refusesToMakeAPoolOfProcessorsAndTheOtherWayRound() {
    graph(
        """
        seda.domains.store { kind = processors }
        seda.domains.cpu { max-threads = 5 }\
        """);

    assertThatThrownBy(() -> graph.workerPool("store", 2))
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContaining("seda.domains.store.kind = processors");
    ProcessorsConfig cpu = ProcessorsConfig.named("cpu");
    assertThatThrownBy(() -> graph.processors(cpu, IoSource::none))
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContaining("seda.domains.cpu.max-threads = 5, unknown key");
  }

  @Test
  void namesWhatItSetsForAStage() {
    GraphConfig config =
        config(
            "seda.stages.\"list folders\" { target = 2 s, admission { kind = threshold, credits ="
                + " 9 } }");

    assertThat(config.setting("list folders", Knob.TARGET))
        .contains(new Setting("seda.stages.\"list folders\".target", "2 s"));
    assertThat(config.setting("list folders", Knob.ADMISSION))
        .contains(
            new Setting("seda.stages.\"list folders\".admission", "credits=9,kind=threshold"));
    assertThat(config.setting("list folders", Knob.GUARANTEED_SHARE)).isEmpty();
    assertThat(config.setting("other", Knob.ADMISSION)).isEmpty();
  }
}
