package benchmarks.jobs;

import benchmarks.jobs.JobsBenchmark.Part;
import benchmarks.load.Product;
import benchmarks.report.BenchmarkException;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Machine;
import benchmarks.report.OutOption;
import benchmarks.report.Table;
import benchmarks.report.TypedCommand;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi bench jobs}. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Work on a whole folder: its rate, its cost, and other readers meanwhile.")
public final class JobsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OutOption out;

  @Option(
      names = "--mails",
      paramLabel = "N",
      description = "in the folder (default: ${DEFAULT-VALUE})",
      defaultValue = "100000")
  private int mails;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "of the part without a job (default: ${DEFAULT-VALUE})",
      defaultValue = "15")
  private int seconds;

  @Override
  public Integer call() throws IOException, SQLException {
    if (mails < 1 || seconds < 1) {
      throw new BenchmarkException("a number is too small; see --help");
    }
    try (Product product = new Product(null);
        JobsBenchmark benchmark = new JobsBenchmark(product, mails)) {
      String text = table(benchmark.run(Duration.ofSeconds(seconds)));
      String section =
          "Measured %s: %s.%n%n```%n%s%n```%n%n%s"
              .formatted(Machine.month(), Machine.describe(), TypedCommand.of(spec), text);
      GeneratedSection.write(
          out.folder().resolve("jobs.md"), "What work on a whole folder costs", section);
      out.announce(spec.commandLine().getOut(), text);
    }
    return 0;
  }

  private static String table(List<Part> parts) {
    Table table =
        new Table(
            "part",
            "seconds",
            "mails/s",
            "own list p50 ms",
            "own p90",
            "own p99",
            "other's list p50 ms",
            "other's p90",
            "other's p99",
            "service, % of a core",
            "database, % of a core");
    for (Part part : parts) {
      table.row(
          part.name(),
          format("%.1f", part.seconds()),
          part.mails() == 0 ? "" : format("%.0f", part.mails() / part.seconds()),
          millis(part.own(), 50),
          millis(part.own(), 90),
          millis(part.own(), 99),
          millis(part.other(), 50),
          millis(part.other(), 90),
          millis(part.other(), 99),
          share(part.cpu().service(), part),
          share(part.cpu().database(), part));
    }
    return table.toString();
  }

  private static String share(Duration used, Part part) {
    return format("%.0f", 100 * used.toNanos() / 1e9 / part.seconds());
  }

  private static String millis(Histogram times, double percentile) {
    return format("%.1f", times.getValueAtPercentile(percentile) / 1e6);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
