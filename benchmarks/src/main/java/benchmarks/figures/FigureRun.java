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

/** Makes figures again and writes them out. */
public final class FigureRun {
  private FigureRun() {}

  /**
   * Makes the figures of these names.
   *
   * @param simulated in virtual time only; not on real threads as well
   * @param out folder for the page, plots and JSON
   * @param print told of the results
   */
  public static void run(List<String> names, boolean simulated, Path out, PrintWriter print)
      throws IOException {
    List<KernelFigure> figures = names.stream().map(KernelFigures::named).toList();
    Files.createDirectories(out);
    for (KernelFigure figure : figures) {
      KernelFigure.Result result;
      try (Progress progress = new Progress(figure.steps(!simulated))) {
        result = figure.run(!simulated, what -> progress.step("%s", what));
      }
      write(figure, result, out);
      print.println(result.markdown());
    }
    print.println("Written to " + out.toAbsolutePath().normalize());
    print.flush();
  }

  private static void write(KernelFigure figure, KernelFigure.Result result, Path out)
      throws IOException {
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
