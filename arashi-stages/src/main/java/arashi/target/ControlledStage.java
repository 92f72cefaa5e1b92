package arashi.target;

import arashi.store.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import seda.kernel.AdmissionController;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageGraph;
import seda.kernel.StageLoad;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.MulticlassAdmission;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.control.AimdController;
import seda.kernel.control.QualityController;

/**
 * The stage of one request type under the policy in force: its admission and its quality. Changed
 * on the graph's timer thread and by the stage that follows the policy; read by any.
 */
public final class ControlledStage {
  /** Quality under which a stage does nothing useful any more. */
  private static final double LEAST_QUALITY = 0.1;

  /** What has no target at all is not controlled, as if it had a day. */
  private static final long NO_TARGET = 86_400_000_000_000L;

  private final RequestType type;
  private final Stage<?> stage;
  private final StageGraph graph;
  private final PolicyInForce policy;
  private final RandomGenerator random;
  private final QualityController quality = new QualityController(LEAST_QUALITY);

  private Policy followed;
  private volatile AdmissionController<Object> admission = AdmissionController.always();

  ControlledStage(
      RequestType type,
      Stage<?> stage,
      StageGraph graph,
      PolicyInForce policy,
      RandomGenerator random) {
    this.type = type;
    this.stage = stage;
    this.graph = graph;
    this.policy = policy;
    this.random = random;
    stage.targets(policy.targets(type));
    follow(policy.policy());
  }

  /** Puts a policy in force; a controller that stays the same keeps what it knows. */
  synchronized void follow(Policy next) {
    Policy.StageSetting setting = next.stage(type.stage());
    stage.quality().fix(setting.quality());
    boolean same =
        followed != null
            && followed.stage(type.stage()).controller() == setting.controller()
            && (setting.controller() != Policy.Controller.AIMD
                || followed.classes().equals(next.classes()));
    followed = next;
    if (same) {
      return;
    }
    AdmissionController<Object> before = admission;
    admission =
        switch (setting.controller()) {
          case DEADLINE -> new DeadlineAdmission(stage.targets(), share(next), random);
          case AIMD -> aimd();
          case NONE -> AdmissionController.always();
        };
    stage.admission(admission);
    if (before instanceof MulticlassAdmission running) {
      running.close();
    }
  }

  /** What is guaranteed to the lower classes, of which the kernel has one figure. */
  private static double share(Policy policy) {
    return policy.classes().stream()
        .skip(1)
        .mapToDouble(Policy.ClassPolicy::guaranteedShare)
        .max()
        .orElse(0);
  }

  private MulticlassAdmission aimd() {
    List<Long> targets = new ArrayList<>();
    for (ServiceClass serviceClass : policy.classes()) {
      long nanos = stage.targets().nanos(serviceClass.rank());
      targets.add(nanos == 0 ? NO_TARGET : nanos);
    }
    return new MulticlassAdmission(
        AimdController.Settings.PAPER,
        targets,
        ResponseTimeAdmission.PAPER_SAMPLES,
        ResponseTimeAdmission.PAPER_TIMEOUT,
        graph.clock(),
        graph.timers());
  }

  /** Lets the controller set the quality, if the stage can do less. */
  synchronized void adjustQuality(long intervalNanos) {
    if (type.isDegradable()) {
      StageLoad load = stage.load();
      double next =
          quality.next(
              load.waiting(), load.serviceNanos(), load.threads(), shortestTarget(), intervalNanos);
      stage.quality().control(next);
    }
  }

  private long shortestTarget() {
    return policy.classes().stream()
        .mapToLong(serviceClass -> stage.targets().nanos(serviceClass.rank()))
        .filter(nanos -> nanos > 0)
        .min()
        .orElse(0);
  }

  /** The request type. */
  public RequestType type() {
    return type;
  }

  /** Its stage. */
  public Stage<?> stage() {
    return stage;
  }

  /** What its admission does for a class, and why, in words. */
  public String reason(ServiceClass serviceClass) {
    AdmissionController<Object> now = admission;
    if (now instanceof DeadlineAdmission deadline) {
      return deadline.reason(serviceClass.rank());
    }
    if (now instanceof MulticlassAdmission aimd) {
      return aimd.reason(serviceClass.rank());
    }
    return "not controlled";
  }

  /** Why its quality is what it is. */
  public synchronized String qualityReason() {
    return stage.quality().fixed().isPresent() ? "fixed by an admin" : quality.reason();
  }

  /** Whether a class's target is shorter than what the service takes without any load. */
  public boolean isInfeasible(ServiceClass serviceClass) {
    return admission instanceof DeadlineAdmission deadline
        && deadline.isInfeasible(serviceClass.rank());
  }
}
