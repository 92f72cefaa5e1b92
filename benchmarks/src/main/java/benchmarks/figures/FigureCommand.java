package benchmarks.figures;

import benchmarks.report.GeneratedSection;
import benchmarks.report.Machine;
import benchmarks.report.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arashi bench figure}. */
@Command(
    name = "figure",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Makes a figure of the papers again.")
public final class FigureCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "NAME",
      description = "which; arashi bench --list names them")
  private List<String> names;

  @Option(
      names = "--simulated",
      description = "in virtual time only, which takes seconds; not on real threads as well")
  private boolean simulated;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for the page, plots and JSON (default: ${DEFAULT-VALUE})",
      defaultValue = "bench-results")
  private Path out;

  @Override
  public Integer call() throws IOException {
    List<Figure> figures = names.stream().map(Figures::named).toList();
    Files.createDirectories(out);
    PrintWriter print = spec.commandLine().getOut();
    for (Figure figure : figures) {
      Figure.Result result;
      try (Progress progress = new Progress(figure.steps(!simulated))) {
        result = figure.run(!simulated, what -> progress.step("%s", what));
      }
      write(figure, result);
      print.println(result.markdown());
    }
    print.println("Written to " + out.toAbsolutePath().normalize());
    print.flush();
    return 0;
  }

  private void write(Figure figure, Figure.Result result) throws IOException {
    for (Map.Entry<String, String> file : result.files().entrySet()) {
      Files.writeString(out.resolve(file.getKey()), file.getValue());
    }
    String heading = "Made " + Machine.month() + ": " + Machine.describe() + ".\n\n";
    GeneratedSection.write(
        out.resolve(figure.page() + ".md"),
        figure.pageTitle(),
        figure.name(),
        heading + result.markdown());
  }
}
