package arashi.delivery.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.VirtualClock;

class ClientRatesTest {
  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final ClientRates rates =
      new ClientRates(new StrangerLimits(1, 60, 6, 100), clock::nanos);

  private long mailsOf(String client, int tries) {
    return IntStream.range(0, tries).filter(i -> rates.tryMail(client)).count();
  }

  @Test
  void letsInWhatAMinuteAllowsAndThenEvenly() {
    assertThat(mailsOf("a", 100)).isEqualTo(60);
    clock.advance(Duration.ofMillis(2500));
    assertThat(mailsOf("a", 100)).isEqualTo(2);
    clock.advance(Duration.ofHours(1));
    assertThat(mailsOf("a", 100)).isEqualTo(60);
  }

  @Test
  void countsClientsAndKindsApart() {
    assertThat(mailsOf("a", 100)).isEqualTo(60);
    assertThat(mailsOf("b", 10)).isEqualTo(10);
    assertThat(IntStream.range(0, 10).filter(i -> rates.tryRecipient("a")).count()).isEqualTo(6);
  }
}
