package benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A Markdown table that reads well as plain text too: the first column to the left, others to the
 * right.
 */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these columns. */
  public Table(String... columns) {
    rows.add(List.of(columns));
  }

  /** Adds a row, with a cell for each column. */
  public void row(String... cells) {
    rows.add(List.of(cells));
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
