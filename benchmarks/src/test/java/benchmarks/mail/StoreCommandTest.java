package benchmarks.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.mail.StoreCommand.AtSize;
import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StoreCommandTest {
  private static final int MAILS = 60;
  private static final int REQUESTS = 5;
  @TempDir private Path out;

  /** On the service and its embedded database. */
  @Test
  @Timeout(300)
  void measuresTheStoreAndWritesWhatItMeasured() throws IOException {
    StoreCommand store = new StoreCommand();
    store.part = 40;
    int exit =
        new CommandLine(store)
            .execute("--mails=" + MAILS, "--requests=" + REQUESTS, "--warm-up=0", "--out=" + out);
    assertThat(exit).isZero();
    AtSize at = store.sizes.get(0);
    assertThat(at.mails()).isEqualTo(MAILS);
    assertThat(at.grown().mails()).isEqualTo(MAILS);
    assertThat(at.rawBytes()).isGreaterThan(MAILS * 1_000.0);
    assertThat(at.written().log()).isGreaterThan((long) at.rawBytes() / 10);
    assertThat(at.tables()).containsKeys("item", "message");
    assertThat(at.requests())
        .hasSize(MeasuredRequest.OF_STORE.size() + 1)
        .containsKey("deliver one mail")
        .allSatisfy((type, sample) -> assertThat(sample.requests()).isEqualTo(REQUESTS));
    assertThat(out.resolve("store.md"))
        .content()
        .contains("| deliver one mail", "| message ", "logged 0 warnings");
    assertThat(out.resolve("store-results.json"))
        .content()
        .contains("\"type\":\"deliver one mail\"", "\"writtenInAllBytes\":");
  }

  private static StoreCommand plan(int mails) {
    StoreCommand plan = new StoreCommand();
    new CommandLine(plan).parseArgs("--mails=" + mails);
    return plan;
  }

  @Test
  void looksAtPowersOfTenAndAtTheWholeMailbox() {
    assertThat(plan(300).sizes()).containsExactly(300);
    assertThat(plan(10_000).sizes()).containsExactly(1_000, 10_000);
    assertThat(plan(20_000).sizes()).containsExactly(1_000, 10_000, 20_000);
  }

  @Test
  void refusesMoreMailsThanItHasTimeFor() {
    assertThatThrownBy(() -> plan(1_000_001).sizes())
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("--mails");
  }
}
