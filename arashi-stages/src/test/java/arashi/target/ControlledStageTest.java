package arashi.target;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.MulticlassAdmission;
import seda.kernel.admission.ThresholdAdmission;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** The configuration takes precedence for a stage; otherwise the policy applies. */
class ControlledStageTest {
  private static final RequestType SEARCH = RequestType.of("search", Duration.ofSeconds(2));
  private static final ServiceClass GOLD = new ServiceClass("gold", 0);

  private final PolicyInForce policy =
      new PolicyInForce(policy(1, 900, 0.05, Controller.DEADLINE), Set.of());

  private Stage<String> stage;

  private static Policy policy(long revision, int millis, double share, Controller controller) {
    return new Policy(
        revision,
        List.of(
            new ClassPolicy("gold", 2, 0, Map.of("search", millis)),
            new ClassPolicy("guest", 1, share, Map.of())),
        Map.of("search", new StageSetting(controller, OptionalDouble.empty())));
  }

  private ControlledStage started(String configuration) {
    StageGraph graph =
        new Simulation().graph(GraphConfig.of(ConfigFactory.parseString(configuration)));
    WorkerPoolConfig pool = WorkerPoolConfig.fixed("pool", 1);
    stage =
        graph.stage(
            StageConfig.named("search"),
            graph.workerPool(pool.withOrder(ServiceOrder.LEAST_SLACK)));
    stage.handledBy(EventHandler.each(event -> {}));
    ServiceControl control = new ServiceControl(graph, policy, 1, new Random(1));
    control.add(SEARCH, stage);
    graph.start();
    return control.stages().get(0);
  }

  private void follow(ControlledStage controlled, Policy next) {
    policy.replace(next);
    controlled.follow(next);
  }

  @Test
  void followsThePolicyWhereTheConfigurationSetsNothing() {
    ControlledStage controlled = started("");
    assertThat(stage.admission()).isInstanceOf(DeadlineAdmission.class);
    assertThat(controlled.reason(GOLD)).isNotBlank();

    follow(controlled, policy(2, 700, 0.3, Controller.AIMD));
    assertThat(stage.admission()).isInstanceOf(MulticlassAdmission.class);
    assertThat(stage.targets().nanos(0)).isEqualTo(700_000_000);
    assertThat(stage.guaranteedShare()).isEqualTo(0.3);

    follow(controlled, policy(3, 700, 0.3, Controller.NONE));
    assertThat(controlled.reason(GOLD)).isEqualTo("not controlled");
  }

  @Test
  void leavesTheAdmissionThatTheConfigurationSetsAndNamesIt() {
    ControlledStage controlled =
        started("seda.stages.search.admission { kind = threshold, credits = 7 }");
    assertThat(stage.admission()).isInstanceOf(ThresholdAdmission.class);

    long revision = 1;
    for (Controller controller : Controller.values()) {
      follow(controlled, policy(++revision, 700, 0.3, controller));
      assertThat(stage.admission()).as("%s", controller).isInstanceOf(ThresholdAdmission.class);
    }
    assertThat(controlled.reason(GOLD)).contains("threshold", "7");
    assertThat(stage.targets().nanos(0)).as("is not set there").isEqualTo(700_000_000);
  }

  @Test
  void explainsByTheConfiguredControllerNotByThePolicys() {
    ControlledStage controlled =
        started("seda.stages.search.admission { kind = queue-threshold, target = 1 s }");
    follow(controlled, policy(2, 700, 0.3, Controller.AIMD));

    assertThat(controlled.reason(GOLD)).isEqualTo(stage.admission().reason(0)).isNotBlank();
  }

  @Test
  void leavesTheTargetThatTheConfigurationSets() {
    ControlledStage controlled = started("seda.stages.search.target = 1500 ms");
    assertThat(stage.targets().nanos(0)).isEqualTo(1_500_000_000L);

    follow(controlled, policy(2, 700, 0.3, Controller.DEADLINE));
    assertThat(stage.targets().nanos(0)).isEqualTo(1_500_000_000L);
    assertThat(stage.targets().nanos(1)).isEqualTo(1_500_000_000L);
  }

  @Test
  void leavesTheGuaranteedShareThatTheConfigurationSets() {
    ControlledStage controlled = started("seda.stages.search.guaranteed-share = 0.2");
    assertThat(stage.guaranteedShare()).isEqualTo(0.2);

    follow(controlled, policy(2, 700, 0.3, Controller.DEADLINE));
    assertThat(stage.guaranteedShare()).isEqualTo(0.2);
  }
}
