package benchmarks.targets;

import benchmarks.load.Browser;
import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Admitted and refused requests of one stage by second, from the service's own figures at {@code
 * /metrics}. For one thread.
 */
final class StageRates implements AutoCloseable {
  static final String ACCEPTED = "arashi_stage_accepted_total";
  static final String REFUSED = "arashi_stage_refused_total";
  private final Browser browser;
  private final String stage;
  private final List<Double> admitted = new ArrayList<>();
  private final List<Double> refused = new ArrayList<>();
  private double admittedSoFar;
  private double refusedSoFar;

  /** Rates of a stage; {@link #read} is called each second. */
  StageRates(URI service, String stage) throws IOException {
    this.browser = new Browser(service);
    this.stage = stage;
    String now = browser.get("/metrics").body();
    BenchmarkException.require(
        now.contains(ACCEPTED + "{"), "the service counts no events at /metrics: " + now.strip());
    admittedSoFar = sum(now, ACCEPTED, stage);
    refusedSoFar = sum(now, REFUSED, stage);
  }

  /** Adds the rates since the last call. Blocks. */
  void read() {
    try {
      String now = browser.get("/metrics").body();
      double accepted = sum(now, ACCEPTED, stage);
      double rejected = sum(now, REFUSED, stage);
      admitted.add(accepted - admittedSoFar);
      refused.add(rejected - refusedSoFar);
      admittedSoFar = accepted;
      refusedSoFar = rejected;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sum of a counter over the classes of a stage. */
  static double sum(String metrics, String counter, String stage) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(counter + "{"))
        .filter(line -> line.contains("stage=\"" + stage + "\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  List<Double> admitted() {
    return admitted;
  }

  List<Double> refused() {
    return refused;
  }

  @Override
  public void close() {
    browser.close();
  }
}
