package benchmarks.store;

import benchmarks.load.Product;
import benchmarks.mail.ServiceOptions;
import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import benchmarks.report.TypedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code arashi bench store}. */
@Command(
    name = "store",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "One mailbox as it grows: import, bytes on disk and written, each request.")
public final class StoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StorePlan plan;
  @Mixin private ServiceOptions service;
  @Mixin private OutOption out;

  @Override
  public Integer call() throws IOException, SQLException {
    plan.check();
    List<Path> mboxes = new ArrayList<>(service.mail().mboxes());
    if (plan.corpus != null) {
      mboxes.addAll(MboxCycle.mboxes(plan.corpus));
    }
    Path folder = out.folder();
    StoreResults results;
    try (Product product = new Product(service.mysql());
        Progress progress = new Progress(StoreBenchmark.steps(plan))) {
      results = new StoreBenchmark(product, plan, progress).run(mboxes);
    }
    StoreReport report = new StoreReport(results, TypedCommand.of(spec));
    report.write(folder);
    out.announce(spec.commandLine().getOut(), report.markdown());
    return 0;
  }
}
