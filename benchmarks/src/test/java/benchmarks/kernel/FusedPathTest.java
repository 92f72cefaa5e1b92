package benchmarks.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FusedPathTest {
  @Test
  void answersItsClientsUntilTheEndOfTheMeasurement() throws IOException, InterruptedException {
    try (FusedPath path = new FusedPath()) {
      FusedPath.Load load = path.measure(Duration.ofMillis(200));

      assertThat(load.requests()).isPositive();
      assertThat(load.cpuNanos()).isPositive();
    }
  }
}
