package benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a Markdown page that a benchmark writes, between two marks; the rest is a person's. A
 * page has one without a name, or several with one.
 */
public final class GeneratedSection {
  private GeneratedSection() {}

  /**
   * Replaces what is between the marks; makes the page if it isn't there.
   *
   * @param title heading of a new page
   */
  public static void write(Path page, String title, String section) throws IOException {
    write(page, title, "", section);
  }

  /**
   * Replaces what is between the marks of that name; makes the page if it isn't there, and adds a
   * named section to it that it lacks.
   *
   * @param title heading of a new page
   */
  public static void write(Path page, String title, String name, String section)
      throws IOException {
    String begin = "<!-- measured" + suffix(name) + ": begin; written by the benchmark -->\n";
    String end = "<!-- measured" + suffix(name) + ": end -->\n";
    String text = Files.exists(page) ? Files.readString(page) : "# " + title + "\n";
    if (!text.contains(begin) && (!Files.exists(page) || !name.isEmpty())) {
      text += "\n" + begin + end;
    }
    int from = text.indexOf(begin);
    int to = text.indexOf(end);
    if (from < 0 || to < from) {
      throw new BenchmarkException(page + " lacks the marks between which results go");
    }
    Files.writeString(
        page, text.substring(0, from) + begin + "\n" + section + "\n" + text.substring(to));
  }

  private static String suffix(String name) {
    return name.isEmpty() ? "" : " " + name;
  }
}
