package arashi.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestTypeTest {

  @Test
  void findsItsWordsUnderItsName() {
    RequestType type = RequestType.of("show message", Duration.ofSeconds(1));

    assertThat(type.words()).isEqualTo("show_message");
    assertThat(type.degradable()).isFalse();
    assertThat(type.withDegradation().degradable()).isTrue();
    assertThat(type.speed()).isEqualTo(RequestType.Speed.CONFIGURED);
    assertThat(type.atSpeedOfPaper().speed()).isEqualTo(RequestType.Speed.PAPER);
  }

  @Test
  void refusesATargetThatNoRowCouldHold() {
    for (Duration target : new Duration[] {Duration.ZERO, Duration.ofNanos(1_500_000)}) {
      assertThatIllegalArgumentException().isThrownBy(() -> RequestType.of("flag", target));
    }
  }
}
