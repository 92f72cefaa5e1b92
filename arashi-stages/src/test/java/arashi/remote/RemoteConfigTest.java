package arashi.remote;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RemoteConfigTest {
  private static FetchLimits limits(Duration timeout, int port) {
    return new FetchLimits(timeout, 1, 1, 0, Set.of(port), List.of());
  }

  @Test
  void refusesBadValuesByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limits(Duration.ZERO, 80))
        .withMessage("mail.remote.timeout = PT0S, must be from 1 ms to 5 m");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limits(Duration.ofSeconds(1), 65_536))
        .withMessage("mail.remote.ports has 65536, must be from 1 to 65535");
    FetchLimits fine = limits(Duration.ofSeconds(1), 80);
    Duration hour = Duration.ofHours(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RemoteConfig(true, 0, 1, 1, 1, 1, hour, 1, hour, fine))
        .withMessage("mail.remote.threads = 0, must be at least 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RemoteConfig(true, 1, 1, 1, 1, 1, Duration.ZERO, 1, hour, fine))
        .withMessageContaining("mail.remote.link-lifetime = PT0S");
  }
}
