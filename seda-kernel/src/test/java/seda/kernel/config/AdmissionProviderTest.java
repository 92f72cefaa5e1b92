package seda.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.admission.ThresholdAdmission;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.Overrides.Setting;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Admission policies from outside the kernel, and one policy for several stages. */
class AdmissionProviderTest {
  private final Simulation simulation = new Simulation();
  private StageGraph graph;
  private WorkerPool pool;

  private void configure(String hocon) {
    graph = simulation.graph(GraphConfig.of(ConfigFactory.parseString(hocon)));
    pool = graph.workerPool("pool", 1);
  }

  private Stage<Object> stage(String name) {
    Stage<Object> stage = graph.stage(StageConfig.named(name), pool);
    return stage.handledBy(EventHandler.each(event -> {}));
  }

  @Test
  void theStagesOfAGraphShareTheStateOfAProvider() {
    configure("seda.admission { kind = every-other, every = 3, stages = [a, b] }");
    Stage<Object> a = stage("a");
    Stage<Object> b = stage("b");
    graph.start();

    assertThat(a.enqueue("x").accepted()).isTrue();
    assertThat(b.enqueue("x").accepted()).as("second of both").isFalse();
    assertThat(a.enqueue("x").accepted()).isFalse();
    assertThat(b.enqueue("x").accepted()).isTrue();
    simulation.run(Duration.ofSeconds(2));
    assertThat(EveryOther.seen).containsExactly("a", "b", "timer");
  }

  @Test
  void aProviderEndsWithTheLastOfItsStages() {
    configure("seda.admission { kind = every-other, stages = [a, b] }");
    Stage<Object> a = stage("a");
    Stage<Object> b = stage("b");
    graph.start();

    graph.destroy(a, Duration.ZERO);
    assertThat(EveryOther.seen).isEmpty();
    graph.destroy(b, Duration.ZERO);
    assertThat(EveryOther.seen).containsExactly("closed");
  }

  @Test
  void aStagesOwnAdmissionPrecedesTheSharedOne() {
    configure(
        """
        seda.admission { kind = every-other, stages = [a, b] }
        seda.stages.b.admission { kind = threshold, credits = 5 }
        """);
    Stage<Object> a = stage("a");
    Stage<Object> b = stage("b");
    Stage<Object> c = stage("c");
    AdmissionController<?> declared = c.admission();
    graph.start();

    assertThat(b.admission()).isInstanceOf(ThresholdAdmission.class);
    assertThat(c.admission()).isSameAs(declared);
    assertThat(graph.overrides().setting(a.name(), Knob.ADMISSION).map(Setting::key))
        .contains("seda.admission");
    assertThat(graph.overrides().setting(b.name(), Knob.ADMISSION).map(Setting::key))
        .contains("seda.stages.b.admission");
    assertThat(graph.overrides().setting(c.name(), Knob.ADMISSION)).isEmpty();
    assertThat(graph.overrides().setting(a.name(), Knob.TARGET)).isEmpty();
  }

  @Test
  void aKindOfTheKernelHasOnePolicyForEachStage() {
    configure("seda.admission { kind = threshold, credits = 5, stages = [a, b] }");
    Stage<Object> a = stage("a");
    Stage<Object> b = stage("b");
    graph.start();
    assertThat(a.admission()).isInstanceOf(ThresholdAdmission.class).isNotSameAs(b.admission());
  }

  @Test
  void wrongSettingsAreRefusedWithTheirKeys() {
    assertRefused("kind = every-other, evry = 3, stages = [a]", "seda.admission.evry = 3, unknown");
    assertRefused("kind = every-other, every = 0, stages = [a]", "seda.admission.every = 0");
    assertRefused("kind = other, stages = [a]", "seda.admission.kind = other", "every-other");
    assertRefused("kind = every-other", "seda.admission.stages is missing");
    assertRefused("kind = every-other, stages = []", "seda.admission.stages");
  }

  private void assertRefused(String settings, String... said) {
    assertThatThrownBy(() -> configure("seda.admission { " + settings + " }"))
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContainingAll(said);
  }

  @Test
  void anUnknownStageIsRefusedAtTheStart() {
    configure("seda.admission { kind = every-other, stages = [a, serch] }");
    stage("a");
    assertThatThrownBy(graph::start)
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContainingAll("seda.admission.stages", "serch");
  }
}
