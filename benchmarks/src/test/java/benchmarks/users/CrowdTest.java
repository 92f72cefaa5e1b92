package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrowdTest {
  @Test
  void readsClasses() {
    Crowd crowd = Crowd.parse(List.of("gold=16", "3")).and("guest", 1_000, 10, 40.5);
    assertThat(crowd.groups())
        .containsExactly(
            new Crowd.Group("gold", 16, 0, Double.MAX_VALUE),
            new Crowd.Group("standard", 3, 0, Double.MAX_VALUE),
            new Crowd.Group("guest", 1000, 10, 40.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "gold=", "x y=3", "-1", "0", "10001"})
  void refusesInvalidGroups(String users) {
    assertThatThrownBy(() -> Crowd.parse(List.of(users))).isInstanceOf(BenchmarkException.class);
  }
}
