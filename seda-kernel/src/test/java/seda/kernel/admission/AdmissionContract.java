package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.ServiceClass;

/** Contract of admission policies. */
abstract class AdmissionContract {
  private static final long HOUR = Duration.ofHours(1).toNanos();

  private AdmissionController<Object> policy;

  /** Creates a policy that starts at 0 ns and refuses some events when 900 wait. */
  abstract AdmissionController<Object> policy();

  /** Returns the policy's outcome for refusals. */
  abstract Outcome reason();

  @BeforeEach
  void make() {
    policy = policy();
  }

  /** Offers an event of one credit to the policy under test. */
  EnqueueResult offer(int waiting, long nanos) {
    return offer(1, waiting, nanos);
  }

  /** Offers a group. */
  EnqueueResult offer(int credits, int waiting, long nanos) {
    return policy.admit("event", ServiceClass.DEFAULT, credits, new QueueStub(waiting, nanos));
  }

  @Test
  void takesAnEventThatFindsTheQueueEmpty() {
    assertThat(offer(0, 0).accepted()).isTrue();
  }

  @Test
  void saysWhyItRefusesAndWhenToComeBack() {
    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      EnqueueResult result = offer(900, i);
      if (!result.accepted()) {
        refused++;
        assertThat(result.outcome()).isEqualTo(reason());
        assertThat(result.retryAfter()).isPositive();
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void takesEventsAgainAfterARest() {
    for (int i = 0; i < 1_000; i++) {
      offer(900, i);
    }
    if (policy instanceof CompletionObserver observer) {
      observer.completed(ServiceClass.DEFAULT, 1_000_000, 1_000_000, 2_000_000);
    }
    assertThat(offer(0, HOUR).accepted()).isTrue();
  }
}
