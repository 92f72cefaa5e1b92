package benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;

/** Results of a benchmark: a section of a Markdown page, with its charts and JSON. */
public final class Report {
  private final Path folder;
  private final String command;
  private final StringBuilder markdown = new StringBuilder();

  /**
   * An empty report.
   *
   * @param folder of its files
   * @param command line that measured the results
   */
  public Report(Path folder, String command) {
    this.folder = folder;
    this.command = command;
  }

  /** Adds a paragraph, formatted by {@link String#format}. */
  public Report text(String format, Object... values) {
    markdown.append(Figures.text(format, values).strip()).append("\n\n");
    return this;
  }

  /** Adds a paragraph with the month, the machine and more. */
  public Report measured(String format, Object... values) {
    return text("Measured %s: %s. %s", month(), machine(), Figures.text(format, values));
  }

  /** Adds the command line. */
  public Report command() {
    return text("```%n%s%n```", command);
  }

  /** Adds a table. */
  public Report table(Table table) {
    markdown.append(table).append('\n');
    return this;
  }

  /** Writes a chart to a file, and adds it. */
  public Report chart(String file, String title, String svg) throws IOException {
    Files.writeString(folder.resolve(file), svg);
    return text("![%s](%s)", title, file);
  }

  /** Writes results as JSON, preceded by the command, the machine and the month. */
  public Report json(String file, Map<String, ?> results) throws IOException {
    Map<String, Object> all = Json.map("command", command, "machine", machine(), "month", month());
    all.putAll(results);
    Files.writeString(folder.resolve(file), Json.of(all));
    return this;
  }

  /** The text so far. */
  public String markdown() {
    return markdown.toString();
  }

  /**
   * Replaces the section of that name in a page. Creates a missing page, and adds a missing named
   * section.
   *
   * @param page file name
   * @param title heading of a new page
   * @param name of the section; empty if it is the only one
   */
  public void write(String page, String title, String name) throws IOException {
    Path file = folder.resolve(page);
    String suffix = name.isEmpty() ? "" : " " + name;
    String begin = "<!-- measured" + suffix + ": begin; written by the benchmark -->\n";
    String end = "<!-- measured" + suffix + ": end -->\n";
    String text = Files.exists(file) ? Files.readString(file) : "# " + title + "\n";
    if (!text.contains(begin) && (!Files.exists(file) || !name.isEmpty())) {
      text += "\n" + begin + end;
    }
    int from = text.indexOf(begin);
    int to = text.indexOf(end);
    if (from < 0 || to < from) {
      throw new BenchmarkException(file + " lacks the comments that enclose its results");
    }
    Files.writeString(file, text.substring(0, from) + begin + "\n" + markdown + text.substring(to));
  }

  private static String month() {
    return YearMonth.now(ZoneOffset.UTC).toString();
  }

  /** Cores, JDK and operating system. */
  public static String machine() {
    return Figures.text(
        "%d cores, JDK %d (%s %s), %s %s",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().feature(),
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"));
  }
}
