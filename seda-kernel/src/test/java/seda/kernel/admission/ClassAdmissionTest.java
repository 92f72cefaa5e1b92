package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.ServiceClass;

class ClassAdmissionTest extends AdmissionContract {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final ClassAdmission<Object> byClass =
      new ClassAdmission<>(List.of(threshold(100), threshold(10)));

  private static ThresholdAdmission threshold(int credits) {
    return new ThresholdAdmission(credits, RETRY_AFTER);
  }

  @Override
  AdmissionController<Object> policy() {
    return byClass;
  }

  @Override
  Outcome reason() {
    return Outcome.OVER_THRESHOLD;
  }

  private boolean takes(int rank, int waiting) {
    ServiceClass serviceClass = new ServiceClass("class", rank);
    return byClass.admit("event", serviceClass, 1, new QueueStub(waiting, 0)).accepted();
  }

  @Test
  void judgesEachClassByItsPolicy() {
    assertThat(takes(0, 99)).isTrue();
    assertThat(takes(0, 100)).isFalse();
    assertThat(takes(1, 9)).isTrue();
    assertThat(takes(1, 10)).isFalse();
  }

  @Test
  void judgesClassesBeyondTheLastAsTheLast() {
    assertThat(takes(3, 9)).isTrue();
    assertThat(takes(3, 10)).isFalse();
  }

  @Test
  void needsAPolicy() {
    assertThatThrownBy(() -> new ClassAdmission<>(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
