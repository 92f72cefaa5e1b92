package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import seda.kernel.StageSnapshot;

/** Requests that the service sends itself in its first seconds. */
class WarmUpTest {
  private static long sessionsLookedUp(TestService service) {
    return service.snapshot().stages().stream()
        .filter(stage -> stage.stage().equals("session"))
        .mapToLong(StageSnapshot::completed)
        .sum();
  }

  @Test
  void takesTheWholeWayFromTheSocketToTheDatabase() {
    try (TestService service = TestService.with(Map.of("warm-up", "1 ms"))) {
      Eventually.holds(() -> service.client().get("/readyz").status() == 200);
      assertThat(sessionsLookedUp(service)).isPositive();
      assertThat(service.client().get("/login").status()).isEqualTo(200);
    }
  }

  @Test
  void pagesAreServedMeanwhileButTheServiceIsNotReadyYet() {
    try (TestService service = TestService.with(Map.of("warm-up", "1 h"))) {
      assertThat(service.client().get("/login").status()).isEqualTo(200);
      assertThat(service.client().get("/readyz").status()).isEqualTo(503);
      assertThat(service.client().get("/readyz").text()).contains("warming up");
    } // which ends the warm-up
  }

  @Test
  void isLeftOutWhereItIsNotWanted() {
    try (TestService service = TestService.with(Map.of("warm-up", "0 s"))) {
      assertThat(sessionsLookedUp(service)).isZero();
    }
  }
}
