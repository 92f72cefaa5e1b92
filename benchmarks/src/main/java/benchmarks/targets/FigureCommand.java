package benchmarks.targets;

import benchmarks.figures.FigureRun;
import benchmarks.mail.ServiceOptions;
import benchmarks.report.BenchmarkException;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Machine;
import benchmarks.report.OutOption;
import benchmarks.report.TypedCommand;
import benchmarks.users.Population;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arashi bench figure}. */
@Command(
    name = "figure",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Does figures of the papers again: by name, or all of those on the service.")
public final class FigureCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServiceOptions service;
  @Mixin private OutOption out;

  @Parameters(paramLabel = "NAME", arity = "1..*", description = "of a figure, or all")
  private List<String> names;

  @Option(
      names = "--simulated",
      description = "figures of the kernel: in virtual time only, not on real threads as well")
  private boolean simulated;

  @Option(
      names = "--seconds-scale",
      paramLabel = "X",
      description = "makes every phase so many times as long (default: ${DEFAULT-VALUE})",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "most users at once (default: ${DEFAULT-VALUE})",
      defaultValue = "1024")
  private int users;

  @Option(
      names = "--target",
      paramLabel = "MS",
      description = "90th percentile to hold for every request (default: ${DEFAULT-VALUE})",
      defaultValue = "100")
  private int target;

  @Option(
      names = "--mails",
      paramLabel = "N",
      description = "in the largest mailbox (default: ${DEFAULT-VALUE})",
      defaultValue = "" + Population.PAPER_MAILS)
  private int mails;

  @Option(
      names = "--database-delay",
      paramLabel = "MS",
      description = {
        "holds each answer of the database back so long, so that its threads are what is short,",
        "and not the processors: for machines that others use (default: ${DEFAULT-VALUE})"
      },
      defaultValue = "0")
  private int delay;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (scale <= 0 || users < 8 || target < 1 || mails < 1 || delay < 0) {
      throw new BenchmarkException("a number is too small; see --help");
    }
    List<String> ofKernel = names.stream().filter(benchmarks.figures.KernelFigures::has).toList();
    if (!ofKernel.isEmpty()) {
      FigureRun.run(ofKernel, simulated, out.folder(), spec.commandLine().getOut());
    }
    List<String> ofService = names.stream().filter(name -> !ofKernel.contains(name)).toList();
    if (!ofService.isEmpty()) {
      onService(ofService);
    }
    return 0;
  }

  private void onService(List<String> wanted) throws IOException, InterruptedException {
    boolean all = wanted.contains("all");
    List<ServiceFigure> figures =
        all ? ServiceFigures.all() : wanted.stream().distinct().map(ServiceFigures::named).toList();
    Path folder = out.folder();
    List<FigureBench.Drawn> drawn;
    boolean bottleneck;
    try (FigureBench bench =
        new FigureBench(
            new FigureBench.Setting(
                folder, service.mysql(), scale, users, target, mails, service.mail(), delay),
            TypedCommand.of(spec),
            figures.size())) {
      for (ServiceFigure figure : figures) {
        bench.step(figure);
        figure.draw(bench);
      }
      drawn = bench.drawn();
      bottleneck = bench.sawBottleneck();
    }
    String section = section(drawn, bottleneck);
    if (all) {
      String database = service.mysql() == null ? "embedded" : "mysql";
      GeneratedSection.write(
          folder.resolve("targets.md"), "Response-time targets", database, section);
    }
    out.announce(spec.commandLine().getOut(), section);
  }

  private String section(List<FigureBench.Drawn> drawn, boolean bottleneck) {
    StringBuilder text = new StringBuilder();
    text.append("Measured ").append(Machine.month()).append(": ").append(Machine.describe());
    text.append(
        Text.of(
            "; %d users at most, T = %d ms; each answer of the database delayed by %d ms.%n%n```%n"
                + "%s%n```%n",
            users, target, delay, TypedCommand.of(spec)));
    drawn.forEach(figure -> append(figure, text));
    if (bottleneck) {
      text.append("\nIn some runs the load itself was late now and then: see *Load* above.\n");
    }
    return text.toString();
  }

  private static void append(FigureBench.Drawn drawn, StringBuilder text) {
    FigureBench.Row row = drawn.row();
    text.append("\n#### ").append(row.figure()).append("\n\n");
    text.append("- The paper: ").append(row.paper()).append(".\n");
    text.append("- To be reached: ").append(row.reach()).append(".\n");
    row.measured()
        .forEach(
            (control, words) ->
                text.append("- **")
                    .append(control.title())
                    .append("**")
                    .append(control.caveat())
                    .append(": ")
                    .append(words)
                    .append('\n'));
    text.append('\n');
    for (String plot : drawn.plots()) {
      text.append("![").append(row.figure()).append("](").append(plot).append(")\n");
    }
  }
}
