package benchmarks.mail;

import benchmarks.load.Product;
import benchmarks.report.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi bench mail}. */
@Command(
    name = "mail",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "CPU and response time of each request type, on mailboxes of several sizes.")
public final class MailCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Plan plan;

  @Option(
      names = "--mysql",
      paramLabel = "JDBC-URL",
      description = "this server instead of the embedded one; user and password in the URL")
  private String mysql;

  @Option(
      names = "--mbox",
      paramLabel = "FILE",
      arity = "1..*",
      description = "real mail instead of made-up mail: mbox files, not compressed")
  private List<Path> mboxes = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for tables, plots and mail-results.json (default: ${DEFAULT-VALUE})",
      defaultValue = "bench-results")
  private Path out;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    plan.check();
    MailSupply supply = new MailSupply(mboxes);
    Files.createDirectories(out);
    MailResults results;
    try (Product product = new Product(mysql);
        Progress progress = new Progress(MailBenchmark.steps(plan))) {
      results = new MailBenchmark(product, plan, progress, out).run(supply);
    }
    MailReport report = new MailReport(results, commandLine());
    report.write(out);
    PrintWriter print = spec.commandLine().getOut();
    print.println(report.markdown());
    print.println("Written to " + out.toAbsolutePath().normalize());
    print.flush();
    return 0;
  }

  /** As it was typed, but for a password in the database's address. */
  private String commandLine() {
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    return ("./arashi bench " + String.join(" ", typed))
        .strip()
        .replaceAll("([?&]password=)[^& ]*", "$1…");
  }
}
