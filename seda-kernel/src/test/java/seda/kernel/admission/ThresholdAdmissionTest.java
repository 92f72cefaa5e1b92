package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult.Outcome;

class ThresholdAdmissionTest extends AdmissionContract {
  @Override
  AdmissionController<Object> policy() {
    return new ThresholdAdmission(10, Duration.ofSeconds(1));
  }

  @Override
  Outcome reason() {
    return Outcome.OVER_THRESHOLD;
  }

  @Test
  void letsNoMoreWaitThanItsThreshold() {
    assertThat(offer(9, 0).accepted()).isTrue();
    assertThat(offer(10, 0).accepted()).isFalse();
  }

  @Test
  void takesAGroupIfAllOfItIsWithinTheThreshold() {
    assertThat(offer(10, 0, 0).accepted()).isTrue();
    assertThat(offer(11, 0, 0).accepted()).isFalse();
    assertThat(offer(100, 0, 0).accepted()).isFalse();
    assertThat(offer(4, 7, 0).accepted()).isFalse();
  }

  @Test
  void refusesAThresholdOfNothing() {
    assertThatThrownBy(() -> new ThresholdAdmission(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("threshold = 0");
  }
}
