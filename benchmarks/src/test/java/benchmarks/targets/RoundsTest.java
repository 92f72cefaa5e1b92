package benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

  @Test
  void ordersRoundsByShare() {
    Rounds rounds = new Rounds();
    List.of(1.1, 0.9, 0.97).forEach(share -> rounds.add(new Rounds.Compared(null, 1_000, share)));
    assertThat(rounds.median().share()).isEqualTo(0.97);
    assertThat(rounds.shares()).isEqualTo("97 % (90 % to 110 %)");
  }
}
