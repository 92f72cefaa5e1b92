package benchmarks.report;

import db.migrations.MySqlUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A sub-command of {@code arashi bench}: measures, and writes a report into a folder. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract class Benchmark implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of page, data and plots (default: ${DEFAULT-VALUE})",
      defaultValue = "bench-results")
  private Path folder;

  /** Measures and reports; blocks meanwhile. */
  protected abstract void run() throws Exception;

  @Override
  public final Integer call() throws Exception {
    run();
    return 0;
  }

  /** A report in the folder. */
  protected final Report report() throws IOException {
    return new Report(folder(), command());
  }

  /** The command line as typed, without secrets. */
  protected final String command() {
    return typed(spec.commandLine().getParseResult().originalArgs());
  }

  /** The folder of the results, created if it is missing. */
  protected final Path folder() throws IOException {
    return Files.createDirectories(folder);
  }

  /** Prints results. */
  protected final void print(String format, Object... values) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(Figures.text(format, values));
    out.flush();
  }

  /** Writes the report into its page and prints it; see {@link Report#write}. */
  protected final void publish(Report report, String page, String title, String section)
      throws IOException {
    report.write(page, title, section);
    print("%s", report.markdown());
    print("Written to %s", folder.toAbsolutePath().normalize());
  }

  /** The command line as typed, without database passwords and paths of mail. */
  static String typed(List<String> arguments) {
    return MySqlUrl.masked("./arashi bench " + String.join(" ", arguments))
        .replaceAll("(--corpus)[ =]\\S+", "$1 DIR");
  }
}
