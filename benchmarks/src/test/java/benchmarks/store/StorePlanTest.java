package benchmarks.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class StorePlanTest {

  private static StorePlan plan(String... arguments) {
    StorePlan plan = new StorePlan();
    new CommandLine(plan).parseArgs(arguments);
    plan.check();
    return plan;
  }

  @Test
  void looksAtPowersOfTenAndAtTheWholeMailbox() {
    assertThat(plan("--mails=300").sizes()).containsExactly(300);
    assertThat(plan("--mails=10000").sizes()).containsExactly(1_000, 10_000);
    assertThat(plan("--mails=20000").sizes()).containsExactly(1_000, 10_000, 20_000);
  }

  @Test
  void importsInPartsOfABoundedSize() {
    assertThat(plan("--mails=300").parts()).isEqualTo(1);
    assertThat(plan("--mails=100000", "--part=40000").parts()).isEqualTo(1 + 1 + 3);
  }

  @Test
  void refusesMoreMailsThanItHasTimeFor() {
    assertThatThrownBy(() -> plan("--mails=1000001"))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("--mails");
  }
}
