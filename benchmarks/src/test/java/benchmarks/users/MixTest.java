package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import benchmarks.users.Mix.Action;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MixTest {
  private static final int ACTIONS = 200_000;

  @Test
  void includesEveryActionAndSearchesBelowOnePerCent() {
    Mix mix = Mix.load();
    Random random = new Random(1);
    Map<Action, Integer> counts = new EnumMap<>(Action.class);
    Action action = Action.FOLDERS;
    for (int i = 0; i < ACTIONS; i++) {
      counts.merge(action, 1, Integer::sum);
      action = mix.after(action, random);
    }
    assertThat(counts).containsOnlyKeys(Action.values());
    assertThat(counts.get(Action.SEARCH)).isBetween(1, ACTIONS / 100);
    assertThat(counts.get(Action.SHOW)).isGreaterThan(ACTIONS / 3);
  }

  @Test
  void refusesARowWithASumOtherThanOne() {
    assertThatThrownBy(() -> Mix.parse(List.of("after list show", "list 0.5 0.4")))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("list");
  }

  @Test
  void refusesAChainWithoutARowForEachAction() {
    assertThatThrownBy(() -> Mix.parse(List.of("after list", "list 1")))
        .isInstanceOf(BenchmarkException.class);
  }
}
