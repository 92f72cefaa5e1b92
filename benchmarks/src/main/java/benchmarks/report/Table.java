package benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * A Markdown table that reads well as plain text too: the first column to the left, others to the
 * right. Rows are written as they look: cells with {@code " | "} in between.
 */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these columns. */
  public Table(String columns) {
    rows.add(cells(columns));
  }

  /** A table with a column of titles, and one for each item. */
  public static <T> Table across(String first, List<T> items, Function<T, String> title) {
    return new Table(first + joined(items, title));
  }

  /** Adds a row: a format, as of {@link String#format}, with a cell for each column. */
  public void row(String format, Object... values) {
    rows.add(cells(Figures.text(format, values)));
  }

  private static List<String> cells(String row) {
    return Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
  }

  /** Adds a row of titles, and the same value of each item. */
  public <T> void row(String title, List<T> items, String format, Function<T, Object> value) {
    row("%s", title + joined(items, item -> Figures.text(format, value.apply(item))));
  }

  private static <T> String joined(List<T> items, Function<T, String> text) {
    StringBuilder cells = new StringBuilder();
    items.forEach(item -> cells.append(" | ").append(text.apply(item)));
    return cells.toString();
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
    List<String> rule = new ArrayList<>(Collections.nCopies(widths.length, ":"));
    rule.set(0, "");
    append(text, rule, widths, '-');
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
