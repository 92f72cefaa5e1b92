package benchmarks.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import benchmarks.users.UserRequestType;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.Overrides.Knob;

class BaselineTest {
  static List<Baseline> all() {
    return Baseline.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void theSettingsAreValidAndSetTheAdmissionOfEachRequestType(Baseline baseline) {
    GraphConfig config = GraphConfig.of(ConfigFactory.parseString(baseline.settings()));
    for (String stage : UserRequestType.stages()) {
      assertThat(config.setting(stage, Knob.ADMISSION).isPresent())
          .isEqualTo(!baseline.name().equals("deadline"));
    }
  }

  @Test
  void theCatalogueHasTheNamesOfTheFigures() {
    assertThat(Baseline.all())
        .extracting(Baseline::name)
        .containsExactly(
            "deadline",
            "none",
            "none-degrading",
            "aimd",
            "threshold",
            "paper-degradation",
            "gradient2",
            "codel",
            "dagor",
            "bouncer",
            "single",
            "connections-128");
  }

  @Test
  void onlyNoneDegradingAndOursLeaveTheQualityToTheService() {
    assertThat(Baseline.all())
        .filteredOn(baseline -> !baseline.settings().contains("quality-control = off"))
        .extracting(Baseline::name)
        .containsExactly("deadline", "none-degrading");
  }

  @Test
  void anUnknownNameIsRefusedWithThoseKnown() {
    assertThat(Baseline.named("dagor").title()).isEqualTo("DAGOR");
    assertThatThrownBy(() -> Baseline.named("dago"))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContainingAll("dago", "deadline, none", "connections-128");
  }
}
