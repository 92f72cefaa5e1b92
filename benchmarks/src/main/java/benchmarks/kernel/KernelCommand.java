package benchmarks.kernel;

import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import benchmarks.report.TypedCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code arashi bench kernel}. */
@Command(
    name = "kernel",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "What a hop between stages, a wake-up and an idle stage cost.")
public final class KernelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private KernelPlan plan;
  @Mixin private OutOption out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    plan.check();
    Path folder = out.folder();
    KernelResults results;
    try (Progress progress = new Progress(KernelBenchmark.steps(plan))) {
      results = new KernelBenchmark(plan, progress, folder).run();
    }
    KernelReport report = new KernelReport(results, TypedCommand.of(spec));
    report.write(folder);
    out.announce(spec.commandLine().getOut(), report.markdown());
    return 0;
  }
}
