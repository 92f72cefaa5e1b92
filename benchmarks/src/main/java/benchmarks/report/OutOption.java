package benchmarks.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a benchmark writes; mixed into its command. */
public final class OutOption {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for page, data and plots (default: ${DEFAULT-VALUE})",
      defaultValue = "bench-results")
  private Path folder;

  /** The folder, which is made if it is not there. */
  public Path folder() throws IOException {
    return Files.createDirectories(folder);
  }

  /** Prints the results, and where they are. */
  public void announce(PrintWriter print, String results) {
    print.println(results);
    announce(print);
  }

  /** Tells where the results are. */
  public void announce(PrintWriter print) {
    print.println("Written to " + folder.toAbsolutePath().normalize());
    print.flush();
  }
}
