package benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkTest {
  @Test
  void keepsWhatWasTypedButPasswords() {
    assertThat(Benchmark.typed(List.of("mail", "--mysql", "jdbc:x?user=a&password=b&c=d")))
        .isEqualTo("./arashi bench mail --mysql jdbc:x?user=a&password=…&c=d");
  }
}
