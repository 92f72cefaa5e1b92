package benchmarks.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PlanTest {

  @Test
  void typesAreMeasuredInTheirOwnOrderHoweverTheyAreNamed() {
    assertThat(typesOf("--types=REFILE,RAW", "--types", "LIST"))
        .containsExactly(MeasuredRequest.LIST, MeasuredRequest.RAW, MeasuredRequest.REFILE);
  }

  @Test
  void allTypesAreMeasuredIfNoneIsNamed() {
    assertThat(typesOf()).containsExactly(MeasuredRequest.values());
  }

  private static Iterable<MeasuredRequest> typesOf(String... arguments) {
    Plan plan = new Plan();
    new CommandLine(plan).parseArgs(arguments);
    return plan.types;
  }
}
