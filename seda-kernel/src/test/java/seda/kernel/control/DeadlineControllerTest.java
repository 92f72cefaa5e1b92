package seda.kernel.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionReport;
import seda.kernel.AdmissionReport.Least;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.WorkState;
import seda.kernel.admission.DeadlineAdmission;

/** Four busy threads, events of exactly 100 ms, and a target of one second. */
class DeadlineControllerTest {
  private static final long SECOND = 1_000_000_000;

  private final Queue queue = new Queue();
  private long target = SECOND;
  private final DeadlineAdmission admission =
      new DeadlineAdmission(rank -> target, () -> 0.05, () -> 1L << 63); // no jitter

  /** The controller's input, set by the test. */
  private static final class Queue implements QueueState, WorkState {
    double work;
    double p90 = 0.1 * SECOND;
    int idle;
    boolean refusedElsewhere;
    double owedTurn = Double.POSITIVE_INFINITY;
    double shareLeft = 1;
    double outside;
    AdmissionReport others = AdmissionReport.NONE;
    long nanos;

    @Override
    public double nanosToOwedTurn(int rank, double reserved) {
      return owedTurn + reserved;
    }

    @Override
    public double shareLeft(int rank) {
      return shareLeft;
    }

    @Override
    public double delayOutside() {
      return outside;
    }

    @Override
    public int length() {
      return 0;
    }

    @Override
    public int credits() {
      return 0;
    }

    @Override
    public int creditsAhead(int rank) {
      return 0;
    }

    @Override
    public int capacity() {
      return 1_000;
    }

    @Override
    public WorkState work() {
      return this;
    }

    @Override
    public int threads() {
      return 4;
    }

    @Override
    public int idleThreads() {
      return idle;
    }

    @Override
    public double workAhead(int rank) {
      return work;
    }

    @Override
    public boolean refusedSince(int rank, long nanos) {
      return refusedElsewhere;
    }

    @Override
    public AdmissionReport report(int rank, long at) {
      return others;
    }

    @Override
    public double serviceMean() {
      return p90;
    }

    @Override
    public double serviceP90() {
      return p90;
    }

    @Override
    public long nanos() {
      return nanos;
    }
  }

  private boolean admitsBehind(double seconds) {
    queue.work = seconds * SECOND;
    return admits(0);
  }

  /** Returns the retry delay of an event that is refused behind this much work. */
  private Duration retryAfter(double seconds) {
    queue.work = seconds * SECOND;
    return admission.admit("event", ServiceClass.DEFAULT, 1, queue).retryAfter();
  }

  private boolean admits(double age) {
    long nanos = (long) (age * SECOND);
    return admission.admit("event", ServiceClass.DEFAULT, 1, nanos, queue).accepted();
  }

  @Test
  void admitsWhatItsWorkAheadLeavesTimeFor() {
    assertThat(admitsBehind(4 * 0.84)).isTrue(); // + 0.1 s for itself
    assertThat(admitsBehind(4 * 0.86)).isFalse();
  }

  @Test
  void countsWhatTheEventHasWaitedBefore() {
    queue.work = 4 * 0.6 * SECOND;
    assertThat(admits(0.24)).isTrue();
    assertThat(admits(0.26)).isFalse();
  }

  @Test
  void aQuestionCountsWhatTheEventHasWaitedBefore() {
    queue.work = 4 * 0.6 * SECOND;
    admits(0);
    assertThat(asks(0.24)).isTrue();
    assertThat(asks(0.26)).isFalse();
  }

  private boolean asks(double age) {
    return admission.probe(ServiceClass.DEFAULT, (long) (age * SECOND), queue).accepted();
  }

  @Test
  void theDelayOutsideShortensTheTarget() {
    queue.outside = 0.5 * SECOND;
    admits(0);
    assertThat(admitsBehind(4 * 0.36)).isTrue(); // 0.95 of the other half, less the service
    assertThat(admitsBehind(4 * 0.39)).isFalse();
  }

  @Test
  void refusesNothingWhileAThreadIsIdle() {
    queue.idle = 1;
    assertThat(admitsBehind(100)).isTrue();
  }

  @Test
  void admitsEverythingWithoutATarget() {
    target = 0;
    assertThat(admitsBehind(100)).isTrue();
    assertThat(admission.reason(0)).isEqualTo("no target");
  }

  @Test
  void leavesMoreRoomWhileTheOverloadLastsAndLessAgainAfterIt() {
    assertThat(admission.reason(0)).startsWith("all fit: nothing to predict from yet");
    for (int half = 0; half < 3; half++) {
      admitsBehind(100);
      completed(0.5, 0.5); // after waiting
      queue.nanos += SECOND / 2;
    }
    admitsBehind(0);
    assertThat(admitsBehind(4 * 0.55)).isFalse();
    assertThat(admission.reason(0)).startsWith("sustained overload: predicted");
    assertThat(retryAfter(4 * 0.55)).hasSeconds(5);

    for (int half = 0; half < 4; half++) {
      queue.nanos += SECOND / 2;
      admitsBehind(0);
    }
    assertThat(admitsBehind(4 * 0.84)).isTrue();
    assertThat(admission.reason(0)).startsWith("all fit: predicted");
    assertThat(retryAfter(4 * 0.86)).hasSeconds(1);
  }

  @Test
  void leavesMoreRoomAlsoWhileAnotherStageOfTheThreadsRefuses() {
    queue.refusedElsewhere = true;
    queue.nanos += SECOND;
    admitsBehind(0);
    assertThat(admitsBehind(4 * 0.55)).isFalse();
    assertThat(admission.reason(0)).startsWith("sustained overload: predicted");

    queue.refusedElsewhere = false;
    for (int half = 0; half < 3; half++) {
      queue.nanos += SECOND / 2;
      admitsBehind(0);
    }
    assertThat(admitsBehind(4 * 0.84)).isTrue();
  }

  @Test
  void givesUpWhatHasWaitedTooLong() {
    assertThat(isTooLate(0.85)).isFalse();
    assertThat(isTooLate(0.95)).isTrue();
  }

  @Test
  void reportsATargetThatTheServiceAloneMissesInsteadOfSheddingAll() {
    queue.p90 = 3 * SECOND;
    admitsBehind(0);
    assertThat(admission.isInfeasible(0)).isTrue();
    assertThat(admission.reason(0))
        .startsWith("target 1.0 s is infeasible: the service alone takes 3.0 s; ");
    assertThat(admitsBehind(0)).isTrue();
    assertThat(isTooLate(0.5)).isFalse();
  }

  @Test
  void admitsOneNowAndThenToSeeWhetherTheServiceIsStillSlow() {
    assertThat(admitsBehind(0)).isTrue();
    queue.p90 = 3 * SECOND;
    assertThat(admitsBehind(0)).isFalse();
    queue.nanos += 74 * SECOND / 10; // the threads could have served nearly ten
    assertThat(admitsBehind(0)).isFalse();
    queue.nanos += SECOND / 10;
    assertThat(admitsBehind(0)).isTrue();
    assertThat(admitsBehind(0)).isFalse();
  }

  /** Its share comes too late in both cases, because the service seems slow. */
  @Test
  void aLowerClassTriesIfItsTurnByPriorityComesInTime() {
    ServiceClass guest = new ServiceClass("guest", 1);
    assertThat(admission.admit("event", guest, 1, queue).accepted()).isTrue();
    queue.p90 = 3 * SECOND;
    queue.owedTurn = 2 * SECOND;
    queue.work = 0.5 * SECOND;
    queue.nanos = 10 * SECOND;
    queue.shareLeft = 0.1; // of four threads, behind 0.5 s of work
    assertThat(admission.admit("event", guest, 1, queue).accepted()).isFalse();
    queue.shareLeft = 1;
    assertThat(admission.admit("event", guest, 1, queue).accepted()).isTrue();
    assertThat(admission.admit("event", guest, 1, queue).accepted()).isFalse();
  }

  @Test
  void aQuestionIsNotATrial() {
    queue.work = 100 * SECOND;
    queue.nanos = 3 * SECOND;
    assertThat(admission.probe(ServiceClass.DEFAULT, queue).accepted()).isTrue();
    assertThat(admission.admit("event", ServiceClass.DEFAULT, 1, queue).accepted()).isTrue();
    assertThat(admission.probe(ServiceClass.DEFAULT, queue).accepted()).isFalse();
    assertThat(admission.admit("event", ServiceClass.DEFAULT, 1, queue).accepted()).isFalse();
  }

  @Test
  void tightensWhenWhatItMeasuresComesCloseToTheTarget() {
    measures(0.8);
    assertThat(admitsBehind(4 * 0.84)).isTrue();
    measures(0.95);
    assertThat(admitsBehind(4 * 0.84)).isFalse();
    assertThat(admission.reason(0)).contains("measured p90 950 ms");
  }

  @Test
  void admitsMoreAgainWhenWhatItMeasuresIsFarBelow() {
    measures(0.99);
    assertThat(admitsBehind(4 * 0.75)).isFalse();
    for (int i = 0; i < 4; i++) {
      measures(0.6);
    }
    assertThat(admitsBehind(4 * 0.84)).isTrue();
  }

  @Test
  void keepsTheLeastLimitOfTheStagesOfItsThreads() {
    queue.others = new AdmissionReport(0.5, 100, 100, Least.NONE);
    assertThat(admitsBehind(4 * 0.41)).isFalse();
    assertThat(admitsBehind(4 * 0.39)).isTrue(); // + 0.1 s for itself
  }

  @Test
  void aStageThatLagsBehindTheOthersGetsMoreRoom() {
    queue.others = new AdmissionReport(0.5, 100, 50, Least.NONE);
    assertThat(admitsBehind(100)).isFalse();
    queue.nanos += SECOND / 10;
    assertThat(admitsBehind(4 * 0.76)).isFalse();
    assertThat(admitsBehind(4 * 0.74)).isTrue();
    assertThat(admission.reason(0)).contains("more than other stages because it lags");
  }

  @Test
  void aLowerClassLeavesItsOwedTimeToAStageThatLags() {
    ServiceClass guest = new ServiceClass("guest", 1);
    assertThat(admission.admit("event", guest, 1, queue).accepted()).isTrue();
    queue.work = 100 * SECOND;
    queue.owedTurn = 0.5 * SECOND;
    queue.nanos = SECOND / 2;
    assertThat(admission.admit("event", guest, 1, queue).accepted()).isTrue();

    queue.others = new AdmissionReport(1, 100, 50, new Least(0.1, SECOND, 0.6 * SECOND));
    queue.nanos += SECOND / 10;
    assertThat(admission.admit("event", guest, 1, queue).accepted()).isFalse();
  }

  @Test
  void tellsTheOtherStagesItsLimitUnlessItsServiceAloneTakesHalfTheTarget() {
    assertThat(admission.report(0, queue.nanos)).isEqualTo(AdmissionReport.NONE);
    measures(0.95);
    double limit = admission.report(0, queue.nanos).limitShare();
    assertThat(limit).isCloseTo(0.95 * 0.85 / 0.95, within(1e-9));
    assertThat(admission.report(0, queue.nanos + 5 * SECOND).limitShare()).isEqualTo(0.95);

    queue.p90 = 0.6 * SECOND;
    queue.nanos += SECOND;
    admitsBehind(0);
    assertThat(admission.report(0, queue.nanos).limitShare()).isEqualTo(1);
  }

  private boolean isTooLate(double seconds) {
    long nanos = (long) (seconds * SECOND);
    return admission.isTooLate("event", ServiceClass.DEFAULT, nanos, queue.p90);
  }

  private void completed(double waited, double took) {
    admission.completed(ServiceClass.DEFAULT, (long) (waited * SECOND), 0, (long) (took * SECOND));
  }

  /** Completes 100 events within one window. */
  private void measures(double seconds) {
    for (int i = 0; i < 100; i++) {
      completed(1, seconds);
    }
    queue.nanos += SECOND;
    admitsBehind(0);
  }
}
