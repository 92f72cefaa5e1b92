package benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

  @Test
  void theMedianIsOfTheSharesWhateverTheirOrder() {
    Rounds rounds = Rounds.of(List.of(round(1.1), round(0.9), round(0.97)));
    assertThat(rounds.median().share()).isEqualTo(0.97);
    assertThat(rounds.shares()).isEqualTo("97 % (90 % to 110 %)");
  }

  private static Rounds.Compared round(double share) {
    return new Rounds.Compared(null, 1_000, share);
  }
}
