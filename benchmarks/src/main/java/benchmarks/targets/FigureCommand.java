package benchmarks.targets;

import benchmarks.BenchmarkException;
import benchmarks.figures.FigureRun;
import benchmarks.mail.MailSupply;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import benchmarks.users.Population;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    description = "Does figures of the papers again: by name, or all of those on the service.")
public final class FigureCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", arity = "1..*", description = "of a figure, or all")
  private List<String> names;

  @Option(
      names = "--simulated",
      description = "figures of the kernel: in virtual time only, not on real threads as well")
  private boolean simulated;

  @Option(
      names = "--mysql",
      paramLabel = "JDBC-URL",
      description = "this server instead of the embedded one; user and password in the URL")
  private String mysql;

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
      names = "--mbox",
      paramLabel = "FILE",
      description = "real mail instead of made-up mail: an mbox, not compressed; or several")
  private List<Path> mboxes = List.of();

  @Option(
      names = "--database-delay",
      paramLabel = "MS",
      description = {
        "holds each answer of the database back so long, so that its threads are what is short,",
        "and not the processors: for machines that others use (default: ${DEFAULT-VALUE})"
      },
      defaultValue = "0")
  private int delay;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for plots, JSON and targets.md (default: ${DEFAULT-VALUE})",
      defaultValue = "bench-results")
  private Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (scale <= 0 || users < 8 || target < 1 || mails < 1 || delay < 0) {
      throw new BenchmarkException("a number is too small; see --help");
    }
    List<String> ofKernel = names.stream().filter(benchmarks.figures.Figures::has).toList();
    if (!ofKernel.isEmpty()) {
      FigureRun.run(ofKernel, simulated, out, spec.commandLine().getOut());
    }
    List<String> ofService = names.stream().filter(name -> !ofKernel.contains(name)).toList();
    if (!ofService.isEmpty()) {
      onService(ofService);
    }
    return 0;
  }

  private void onService(List<String> wanted) throws IOException, InterruptedException {
    boolean all = wanted.contains("all");
    List<Figure> figures =
        all ? Figures.all() : wanted.stream().distinct().map(Figures::named).toList();
    Files.createDirectories(out);
    List<FigureBench.Row> rows;
    boolean bottleneck;
    try (FigureBench bench =
        new FigureBench(
            new FigureBench.Setting(
                out, mysql, scale, users, target, mails, new MailSupply(mboxes), delay),
            commandLine(),
            figures.size())) {
      for (Figure figure : figures) {
        bench.step(figure);
        figure.draw(bench);
      }
      rows = bench.rows();
      bottleneck = bench.sawBottleneck();
    }
    String section = section(rows, bottleneck);
    if (all) {
      GeneratedSection.write(out.resolve("targets.md"), "Response-time targets", section);
    }
    PrintWriter print = spec.commandLine().getOut();
    print.println(section);
    print.println("Written to " + out.toAbsolutePath().normalize());
    print.flush();
  }

  private String section(List<FigureBench.Row> rows, boolean bottleneck) {
    List<String> columns = new ArrayList<>(List.of("figure", "the paper", "reach"));
    for (Control control : Control.values()) {
      columns.add(control.title());
    }
    Table table = new Table(columns.toArray(String[]::new));
    for (FigureBench.Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.figure(), row.paper(), row.reach()));
      for (Control control : Control.values()) {
        cells.add(row.measured().getOrDefault(control, "–"));
      }
      table.row(cells.toArray(String[]::new));
    }
    return "Measured "
        + Machine.month()
        + ": "
        + Machine.describe()
        + Text.of(
            "; %d users at most, T = %d ms; each answer of the database delayed by %d ms.%n%n```%n"
                + "%s%n```%n%n",
            users, target, delay, commandLine())
        + table
        + (bottleneck
            ? "\nWARNING: in some runs the load was held up itself: others used the machine.\n"
            : "");
  }

  /** As it was typed, but for a password in the database's address. */
  private String commandLine() {
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    return ("./arashi bench " + String.join(" ", typed)).replaceAll("([?&]password=)[^& ]*", "$1…");
  }
}
