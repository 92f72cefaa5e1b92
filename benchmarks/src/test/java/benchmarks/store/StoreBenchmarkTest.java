package benchmarks.store;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.load.Product;
import benchmarks.report.Progress;
import benchmarks.store.StoreResults.AtSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** On the service and its embedded database. */
@Timeout(300)
class StoreBenchmarkTest {
  private static final int MAILS = 60;
  private static final int REQUESTS = 5;

  @TempDir private Path out;

  @Test
  void measuresTheStoreAndWritesWhatItMeasured() throws IOException, SQLException {
    StorePlan plan = new StorePlan();
    new CommandLine(plan)
        .parseArgs("--mails=" + MAILS, "--requests=" + REQUESTS, "--warm-up=0", "--part=40");
    StoreResults results;
    try (Product product = new Product(null);
        Progress progress = new Progress(StoreBenchmark.steps(plan))) {
      results = new StoreBenchmark(product, plan, progress).run(List.of());
    }

    AtSize at = results.sizes().get(0);
    assertThat(results.complaints()).isZero();
    assertThat(at.mails()).isEqualTo(MAILS);
    assertThat(at.grown().mails()).isEqualTo(MAILS);
    assertThat(at.rawBytes()).isGreaterThan(MAILS * 1_000.0);
    assertThat(at.written().log()).isGreaterThan((long) at.rawBytes() / 10);
    assertThat(at.tables()).containsKeys("item", "message");
    assertThat(at.requests())
        .containsOnlyKeys(StoreBenchmark.TYPES)
        .allSatisfy((type, sample) -> assertThat(sample.requests()).isEqualTo(REQUESTS));
    assertThat(at.delivery().requests()).isEqualTo(REQUESTS);

    new StoreReport(results, "./arashi bench store").write(out);
    assertThat(out.resolve("store.md")).content().contains("| deliver one mail", "| message ");
    assertThat(Files.size(out.resolve("store-results.json"))).isGreaterThan(1_000);
  }
}
