package benchmarks.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PlanTest {

  @Test
  void typesAreMeasuredInTheirOwnOrderHoweverTheyAreNamed() {
    assertThat(typesOf("--types=REFILE,RAW", "--types", "LIST"))
        .containsExactly(RequestType.LIST, RequestType.RAW, RequestType.REFILE);
  }

  @Test
  void allTypesAreMeasuredIfNoneIsNamed() {
    assertThat(typesOf()).containsExactly(RequestType.values());
  }

  private static Iterable<RequestType> typesOf(String... arguments) {
    Plan plan = new Plan();
    new CommandLine(plan).parseArgs(arguments);
    return plan.types;
  }
}
