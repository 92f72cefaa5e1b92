package benchmarks.live;

import benchmarks.delivery.Ports;
import benchmarks.load.Product;
import benchmarks.report.BenchmarkException;
import benchmarks.report.OutOption;
import benchmarks.report.TypedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi bench live}. */
@Command(
    name = "live",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Open pages that follow their accounts: memory, CPU, delay, and other readers.")
public final class LiveCommand implements Callable<Integer> {
  /** Connections beside those of listeners: the reader's, and some to spare. */
  private static final int MORE_CONNECTIONS = 2_000;

  @Spec private CommandSpec spec;
  @Mixin private OutOption out;

  @Option(
      names = "--listeners",
      paramLabel = "N",
      description = "open pages (default: ${DEFAULT-VALUE})",
      defaultValue = "10000")
  private int listeners;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      description = "that they follow in turn (default: ${DEFAULT-VALUE})",
      defaultValue = "100")
  private int accounts;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "deliveries a second to each account (default: ${DEFAULT-VALUE})",
      defaultValue = "1")
  private double rate;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "of each part (default: ${DEFAULT-VALUE})",
      defaultValue = "30")
  private int seconds;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    if (listeners < 1 || accounts < 1 || rate <= 0 || seconds < 1) {
      throw new BenchmarkException("a number is too small; see --help");
    }
    int lmtp = Ports.free();
    String settings =
        """
        mail.lmtp.port = %d
        tcp.connection-limit = %d
        mail.follow.together = %d
        mail.follow.of-account = %d
        """
            .formatted(lmtp, listeners + MORE_CONNECTIONS, listeners, listeners);
    PrintWriter print = spec.commandLine().getOut();
    try (Product product = new Product(null, settings);
        LiveBenchmark benchmark = new LiveBenchmark(product, lmtp, accounts, rate, seconds)) {
      LiveReport report = new LiveReport(benchmark.run(listeners), listeners, accounts, rate);
      report.write(out.folder(), TypedCommand.of(spec));
      out.announce(print, report.text());
    }
    return 0;
  }
}
