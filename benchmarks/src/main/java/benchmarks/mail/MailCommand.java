package benchmarks.mail;

import benchmarks.load.Product;
import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import benchmarks.report.TypedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
  @Mixin private ServiceOptions service;
  @Mixin private OutOption out;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    plan.check();
    MailSupply supply = service.mail();
    Path folder = out.folder();
    MailResults results;
    try (Product product = new Product(service.mysql());
        Progress progress = new Progress(MailBenchmark.steps(plan))) {
      results = new MailBenchmark(product, plan, progress, folder).run(supply);
    }
    MailReport report = new MailReport(results, TypedCommand.of(spec));
    report.write(folder);
    out.announce(spec.commandLine().getOut(), report.markdown());
    return 0;
  }
}
