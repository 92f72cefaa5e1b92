package arashi.target;

import arashi.store.policy.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import seda.kernel.AdmissionController;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.admission.ClassAdmission;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.Levels;
import seda.kernel.admission.MulticlassAdmission;
import seda.kernel.admission.QueueThresholdAdmission;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.admission.Statistic;
import seda.kernel.control.AimdController;
import seda.kernel.control.QualityController;
import seda.kernel.control.QueueThresholdController;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.Overrides.Setting;
import seda.kernel.graph.StageGraph;

/**
 * The stage of one request type under the policy in force: its admission and its quality. A knob
 * that the configuration sets takes precedence over the policy. The graph's timer thread and the
 * stage that follows the policy change it; any thread reads it.
 */
public final class ControlledStage {
  /** Quality below which a stage does nothing useful. */
  private static final double LEAST_QUALITY = 0.1;

  /** Target of a class without a target: one day, which effectively disables control. */
  private static final long NO_TARGET = 86_400_000_000_000L;

  /** Retry delay for requests that the queue threshold rejects. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /**
   * Depth of the bucket of the paper's controller. Browsers send several requests at once; with a
   * depth of 1, all but the first are refused at any load.
   */
  private static final int AIMD_DEPTH = 10;

  private final RequestType type;
  private final Stage<?> stage;
  private final StageGraph graph;
  private final PolicyInForce policy;
  private final AimdController.Settings aimd;
  private final RandomGenerator random;
  private final Optional<Levels> levels;
  private final QualityController quality = new QualityController(LEAST_QUALITY);

  private Policy followed;
  private Control control = Control.NONE;

  ControlledStage(
      RequestType type,
      Stage<?> stage,
      StageGraph graph,
      PolicyInForce policy,
      AimdController.Settings aimd,
      RandomGenerator random,
      Optional<Levels> levels) {
    this.type = type;
    this.stage = stage;
    this.graph = graph;
    this.policy = policy;
    this.aimd = aimd;
    this.random = random;
    this.levels = levels;
    if (configured(Knob.TARGET).isEmpty()) {
      stage.targets(policy.targets(type));
    }
    follow(policy.policy());
  }

  /** Returns the configured setting of a knob, which the policy does not change. Any thread. */
  public Optional<Setting> configured(Knob knob) {
    return graph.overrides().setting(stage.name(), knob);
  }

  /** Applies a policy; an unchanged controller keeps its state. */
  synchronized void follow(Policy next) {
    Policy.StageSetting setting = next.stage(type.name());
    stage.quality().fix(setting.quality());
    if (configured(Knob.GUARANTEED_SHARE).isEmpty()) {
      stage.guaranteedShare(next.guaranteedShare());
    }
    if (configured(Knob.ADMISSION).isEmpty()) {
      control(next, setting);
    }
  }

  private void control(Policy next, Policy.StageSetting setting) {
    boolean same =
        followed != null
            && followed.stage(type.name()).controller() == setting.controller()
            && (setting.controller() == Policy.Controller.DEADLINE
                || followed.classes().equals(next.classes()));
    followed = next;
    if (same) {
      return;
    }
    Control before = control;
    control =
        switch (setting.controller()) {
          case DEADLINE -> deadline();
          case AIMD -> aimd();
          case THRESHOLD -> threshold();
          case NONE -> Control.NONE;
        };
    stage.admission(control.admission());
    before.end().run();
  }

  /**
   * An admission controller in use.
   *
   * @param end stops it
   */
  private record Control(AdmissionController<Object> admission, Runnable end) {
    static final Control NONE = new Control(AdmissionController.always(), () -> {});
  }

  private Control deadline() {
    DeadlineAdmission admission =
        new DeadlineAdmission(stage.targets(), stage::guaranteedShare, random, levels.orElse(null));
    return new Control(admission, () -> {});
  }

  private Control aimd() {
    MulticlassAdmission admission =
        new MulticlassAdmission(
            aimd,
            targets(),
            AIMD_DEPTH,
            ResponseTimeAdmission.PAPER_SAMPLES,
            ResponseTimeAdmission.PAPER_TIMEOUT,
            graph.clock(),
            graph.timers());
    return new Control(admission, admission::close);
  }

  /** Creates one threshold per class. */
  private Control threshold() {
    List<QueueThresholdAdmission> byRank = targets().stream().map(this::threshold).toList();
    return new Control(
        new ClassAdmission<>(List.copyOf(byRank)),
        () -> byRank.forEach(QueueThresholdAdmission::close));
  }

  private QueueThresholdAdmission threshold(long targetNanos) {
    return new QueueThresholdAdmission(
        new QueueThresholdController(
            QueueThresholdController.Settings.DEFAULT, Duration.ofNanos(targetNanos)),
        Statistic.P90,
        ResponseTimeAdmission.PAPER_SAMPLES,
        ResponseTimeAdmission.PAPER_TIMEOUT,
        RETRY_AFTER,
        graph.clock(),
        graph.timers());
  }

  /** Returns the targets by class, the highest class first. */
  private List<Long> targets() {
    return policy.classes().stream()
        .map(serviceClass -> stage.targets().nanos(serviceClass.rank()))
        .map(nanos -> nanos == 0 ? NO_TARGET : nanos)
        .toList();
  }

  /** Lets the controller set the quality, if the stage can degrade. */
  synchronized void adjustQuality(long intervalNanos) {
    if (type.degradable()) {
      quality.adjust(stage.load(), stage.targets(), stage.guaranteedShare(), intervalNanos);
      for (int rank = 0; rank <= ServiceClass.MAX_RANK; rank++) {
        stage.quality().control(rank, quality.quality(rank));
      }
    }
  }

  /** Returns the request type. */
  public RequestType type() {
    return type;
  }

  /** Returns the stage. */
  public Stage<?> stage() {
    return stage;
  }

  /** Explains the admission of a class. */
  public String reason(ServiceClass serviceClass) {
    String reason = stage.admission().reason(serviceClass.rank());
    return reason.isEmpty()
        ? configured(Knob.ADMISSION).map(Setting::value).orElse("not controlled")
        : reason;
  }

  /** Returns an explanation of a class's current quality. */
  public synchronized String qualityReason(ServiceClass serviceClass) {
    return stage.quality().fixed().isPresent()
        ? "fixed by an admin"
        : quality.reason(serviceClass.rank());
  }

  /** Returns whether a class's target is shorter than the service time without load. */
  public boolean isInfeasible(ServiceClass serviceClass) {
    return stage.admission().isInfeasible(serviceClass.rank());
  }
}
