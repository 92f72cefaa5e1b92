package benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A Markdown table with aligned columns: the first to the left, others to the right. A row is given
 * as one text, with {@code " | "} between its cells.
 */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these columns. */
  public Table(String columns) {
    rows.add(cells(columns));
  }

  /** A table with a column of titles, and a column for each item. */
  public static <T> Table across(String first, List<T> items, Function<T, String> title) {
    return new Table(first + joined(items, title));
  }

  /** Adds a row, formatted by {@link String#format}, with a cell for each column. */
  public void row(String format, Object... values) {
    rows.add(cells(Figures.text(format, values)));
  }

  private static List<String> cells(String row) {
    return Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
  }

  /** Adds a row with a title and a value of each item. */
  public <T> void row(String title, List<T> items, String format, Function<T, Object> value) {
    row("%s", title + joined(items, item -> Figures.text(format, value.apply(item))));
  }

  private static <T> String joined(List<T> items, Function<T, String> text) {
    return items.stream().map(item -> " | " + text.apply(item)).collect(Collectors.joining());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    append(text, rows.get(0), widths, ' ');
    append(text, cells("|:".repeat(widths.length - 1)), widths, '-');
    rows.subList(1, rows.size()).forEach(row -> append(text, row, widths, ' '));
    return text.toString();
  }

  private static void append(StringBuilder text, List<String> row, int[] widths, char pad) {
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String padding = String.valueOf(pad).repeat(widths[i] - cell.length());
      text.append("| ").append(i == 0 ? cell + padding : padding + cell).append(' ');
    }
    text.append("|\n");
  }
}
