package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult.Outcome;

class RateAdmissionTest extends AdmissionContract {
  @Override
  AdmissionController<Object> policy() {
    return new RateAdmission(new TokenBucket(10, 5, 0));
  }

  @Override
  Outcome reason() {
    return Outcome.OVER_RATE;
  }

  @Test
  void takesCreditsAsFastAsTheBucketFills() {
    assertThat(offer(5, 0, 0).accepted()).isTrue();
    assertThat(offer(0, 0).accepted()).isFalse();
    assertThat(offer(0, 100_000_000).accepted()).isTrue();
    assertThat(offer(0, 100_000_000).accepted()).isFalse();
  }

  @Test
  void saysWhenTheNextTokenComes() {
    offer(5, 0, 0);
    assertThat(offer(0, 30_000_000).retryAfter()).isEqualTo(Duration.ofMillis(70));
  }

  @Test
  void burnsNoTokenForAGroupThatItRefuses() {
    offer(1, 0, 0);
    assertThat(offer(100, 0, 0).accepted()).isFalse();
    for (int i = 0; i < 4; i++) {
      assertThat(offer(0, 0).accepted()).isTrue();
    }
  }
}
