package seda.kernel.admission;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import seda.kernel.AdmissionController;
import seda.kernel.AdmissionReport;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.Targets;
import seda.kernel.WorkState;
import seda.kernel.control.DeadlineController;

/**
 * Admits an event only if it is predicted to meet its target. Its age plus the predicted response
 * time must keep the limit that a {@link DeadlineController} sets for its class. Serves one stage.
 * The prediction includes the threads' work for other stages, so the stages of a pool share it
 * according to their targets.
 *
 * <p>With {@link Levels}, a sender whose turn it is not may use only a part of the limit, or
 * nothing.
 *
 * <p>An event that finds an idle thread is never refused, except for its level. Thread-safe; each
 * class has its own lock.
 */
public final class DeadlineAdmission implements AdmissionController<Object>, CompletionObserver {
  private final DeadlineController[] byRank = new DeadlineController[ServiceClass.RANKS];
  private final RandomGenerator random;
  private final Levels levels;

  /** The policy for a stage by its own targets and guaranteed share. */
  public static DeadlineAdmission of(Stage<?> stage) {
    return new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new SplittableRandom());
  }

  /**
   * Creates a policy for one stage.
   *
   * @param targets targets of the stage; a class without a target is admitted as long as there is
   *     room
   * @param guaranteedShare share of thread time that each lower class keeps; read at each
   *     prediction
   * @param random jitters {@code retryAfter}, so that refused callers do not return together; used
   *     under a lock
   */
  public DeadlineAdmission(
      Targets targets, DoubleSupplier guaranteedShare, RandomGenerator random) {
    this(targets, guaranteedShare, random, null);
  }

  /**
   * Creates a policy for one stage that refuses by sender.
   *
   * @param levels shared by the stages of the pool; null: the policy refuses by request
   */
  public DeadlineAdmission(
      Targets targets, DoubleSupplier guaranteedShare, RandomGenerator random, Levels levels) {
    this.random = random;
    this.levels = levels;
    for (int rank = 0; rank < ServiceClass.RANKS; rank++) {
      int ofRank = rank;
      byRank[rank] =
          new DeadlineController(
              () -> targets.nanos(ofRank), rank == 0 ? () -> 1 : guaranteedShare, rank);
    }
  }

  @Override
  public EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    return admit(event, serviceClass, weight, 0, queue);
  }

  @Override
  public EnqueueResult admit(
      Object event,
      ServiceClass serviceClass,
      int weight,
      long sinceArrivalNanos,
      QueueState queue) {
    int rank = serviceClass.rank();
    DeadlineController controller = byRank[rank];
    synchronized (controller) {
      if (!controller.hasTarget()) {
        controller.admitted(queue.nanos());
        return EnqueueResult.ACCEPTED;
      }
      EnqueueResult result =
          levels == null
              ? judge(controller, sinceArrivalNanos, queue)
              : judge(controller, event, rank, sinceArrivalNanos, queue);
      if (result.accepted()) {
        controller.admitted(queue.nanos());
      }
      return result;
    }
  }

  @Override
  public EnqueueResult probe(ServiceClass serviceClass, QueueState queue) {
    return probe(serviceClass, 0, queue);
  }

  @Override
  public EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos, QueueState queue) {
    DeadlineController controller = byRank[serviceClass.rank()];
    synchronized (controller) {
      return controller.hasTarget()
          ? judge(controller, sinceArrivalNanos, queue)
          : EnqueueResult.ACCEPTED;
    }
  }

  private EnqueueResult judge(
      DeadlineController controller, long sinceArrivalNanos, QueueState queue) {
    WorkState work = queue.work();
    controller.observe(work, queue.nanos());
    if (work.idleThreads() > 0
        || sinceArrivalNanos + controller.predict(work) <= controller.limit()
        || controller.isTrialDue(work, queue.nanos())) {
      return EnqueueResult.ACCEPTED;
    }
    return refuse(controller, Double.POSITIVE_INFINITY, queue.nanos());
  }

  private EnqueueResult refuse(DeadlineController controller, double mostNanos, long now) {
    controller.refused(now);
    // jitter, so that clients refused together do not return together
    double factor = 0.5 + random.nextDouble();
    long retry = (long) (factor * Math.min(mostNanos, (double) controller.recoveryNanos()));
    return new EnqueueResult(EnqueueResult.Outcome.TOO_LATE, Duration.ofNanos(retry));
  }

  private EnqueueResult judge(
      DeadlineController controller, Object event, int rank, long since, QueueState queue) {
    WorkState work = queue.work();
    long now = queue.nanos();
    controller.observe(work, now);
    Levels.Standing standing = levels.standing(event, rank, now);
    double prediction = since + controller.predict(work);
    double filled = work.idleThreads() > 0 ? 0 : prediction / controller.limit();
    boolean fits =
        standing.leaves(filled) || (standing.inTurn() && prediction <= controller.limitInTurn());
    boolean admits = fits || controller.isTrialDue(work, now);
    levels.judged(standing, rank, admits, filled, now);
    if (admits) {
      return EnqueueResult.ACCEPTED;
    }
    if (standing.in()) {
      return refuse(controller, levels.restOfTurn(standing, rank) / 2, now);
    }
    controller.outOfTurn(now);
    return levels.refusal(standing, rank, now);
  }

  @Override
  public boolean predicts() {
    return true;
  }

  @Override
  public boolean isTooLate(
      Object event, ServiceClass serviceClass, long sinceArrivalNanos, double serviceP90Nanos) {
    DeadlineController controller = byRank[serviceClass.rank()];
    synchronized (controller) {
      return controller.isTooLate(sinceArrivalNanos, serviceP90Nanos);
    }
  }

  @Override
  public void completed(
      ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos) {
    DeadlineController controller = byRank[serviceClass.rank()];
    synchronized (controller) {
      controller.completed(waitingNanos, responseNanos);
    }
  }

  @Override
  public AdmissionReport report(int rank, long nanos) {
    return byRank[rank].report(nanos);
  }

  @Override
  public String reason(int rank) {
    String served = levels == null ? "" : levels.reason(rank);
    synchronized (byRank[rank]) {
      String reason = byRank[rank].reason();
      return served.isEmpty() ? reason : served + "; " + reason;
    }
  }

  @Override
  public boolean isInfeasible(int rank) {
    synchronized (byRank[rank]) {
      return byRank[rank].isInfeasible();
    }
  }
}
