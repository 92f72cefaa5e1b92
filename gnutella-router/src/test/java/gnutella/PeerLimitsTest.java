package gnutella;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PeerLimitsTest {
  private static final PeerLimits DEFAULTS = PeerLimits.defaults();

  @Test
  void anAddressHasATenthAndAlwaysOne() {
    assertThat(DEFAULTS.maxOfAddress()).isEqualTo(10);
    assertThat(DEFAULTS.handshakesOfAddress()).isEqualTo(6);
    assertThat(DEFAULTS.withPeers(0, 3).maxOfAddress()).isEqualTo(1);
    assertThat(DEFAULTS.withAddressShare(1).maxOfAddress()).isEqualTo(100);
    assertThat(DEFAULTS.withAddressShare(0.25).maxOfAddress()).isEqualTo(25);
  }

  @Test
  void refusesWhatIsNoShareAndNoLimit() {
    for (double share : new double[] {0, -1, 1.01, Double.NaN}) {
      assertThatThrownBy(() -> DEFAULTS.withAddressShare(share))
          .hasMessageContaining("peers.address-share = " + share)
          .hasMessageContaining("more than 0 and at most 1");
    }
    assertThatThrownBy(() -> new HandshakeLimits(0, Duration.ofSeconds(1), 64))
        .hasMessageContaining("peers.handshakes = 0, must be at least 1");
    assertThatThrownBy(() -> new HandshakeLimits(1, Duration.ZERO, 64))
        .hasMessageContaining("peers.handshake-timeout = PT0S");
    assertThatThrownBy(() -> new HandshakeLimits(1, Duration.ofSeconds(1), 63))
        .hasMessageContaining("peers.handshake-bytes = 63");
  }
}
