package benchmarks.report;

import benchmarks.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a Markdown page that a benchmark writes, between two marks; the rest is a person's.
 */
public final class GeneratedSection {
  private static final String BEGIN = "<!-- measured: begin; written by the benchmark -->\n";
  private static final String END = "<!-- measured: end -->\n";

  private GeneratedSection() {}

  /**
   * Replaces what is between the marks; makes the page if it isn't there.
   *
   * @param title heading of a new page
   */
  public static void write(Path page, String title, String section) throws IOException {
    String text = Files.exists(page) ? Files.readString(page) : "# " + title + "\n\n" + BEGIN + END;
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new BenchmarkException(page + " lacks the marks between which results go");
    }
    Files.writeString(
        page, text.substring(0, begin) + BEGIN + "\n" + section + "\n" + text.substring(end));
  }
}
