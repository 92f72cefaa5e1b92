package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

class ConnectionAdmissionTest {
  private final ConnectionAdmission admission =
      new ConnectionAdmission(
          ConnectionLimits.defaults().withLimit(5).withHighWater(0.8), Clock.system(), 1);

  private void enter() {
    assertThat(admission.takeSlot()).isTrue();
    admission.entered();
  }

  /** The listener takes a slot before it knows whether a newcomer waits. */
  @Test
  void closesNoConnectionForAnUnusedSlot() {
    for (int i = 0; i < 4; i++) {
      enter();
    }
    assertThat(admission.takeSlot()).isTrue();
    assertThat(admission.isShort()).isFalse();
    assertThat(admission.hasSlot()).isFalse();

    admission.giveSlot();
    enter();
    assertThat(admission.isShort()).isTrue();
  }
}
