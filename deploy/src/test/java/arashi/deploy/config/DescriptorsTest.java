package arashi.deploy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.deploy.LogCapture;
import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;

class DescriptorsTest {

  @Test
  void leavesALimitThatFits() {
    assertThat(new Descriptors(10_256).fit(10_000, 256)).isEqualTo(10_000);
    assertThat(new Descriptors(Long.MAX_VALUE).fit(10_000, 256)).isEqualTo(10_000);
  }

  @Test
  void lowersALimitThatDoesNotFitAndSaysSoInOneLine() {
    try (LogCapture log = LogCapture.start(Level.INFO)) {
      assertThat(new Descriptors(1024).fit(10_000, 256)).isEqualTo(768);
      assertThat(log.from(Level.INFO)).hasSize(1);
      assertThat(log.from(Level.INFO).get(0)).contains("10000", "768", "1024", "256");
    }
  }

  @Test
  void leavesAtLeastHalfForConnections() {
    assertThat(new Descriptors(100).fit(10_000, 256)).isEqualTo(50);
    assertThat(new Descriptors(1).fit(10_000, 256)).isEqualTo(1);
  }

  @Test
  void refusesBadValuesByName() {
    assertThatThrownBy(() -> new Descriptors(1024).fit(0, 256))
        .hasMessage("tcp.connection-limit = 0, must be at least 1");
    assertThatThrownBy(() -> new Descriptors(1024).fit(1, -1))
        .hasMessage("tcp.spare-descriptors = -1, must be at least 0");
  }

  @Test
  void knowsTheThreadsOfThisProcess() {
    assertThat(Descriptors.ofThisProcess().allowed()).isPositive();
  }
}
