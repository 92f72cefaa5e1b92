package arashi.mime.view;

import java.util.BitSet;

/** Finds tables that are drawn with blanks and bars; they need letters of one width. */
public final class Columns {
  private static final int MAX_LINES = 2_000;
  private static final int MAX_WIDTH = 200;

  /** Lines in a row that share the start of a column. */
  private static final int LEAST_LINES = 3;

  private Columns() {}

  /** Whether some lines in a row have a column that begins at the same place. */
  public static boolean areIn(String text) {
    int start = 0;
    int aligned = 0;
    BitSet common = new BitSet();
    for (int line = 0; line < MAX_LINES && start < text.length(); line++) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      BitSet starts = starts(text, start, end);
      common.and(starts);
      aligned = common.isEmpty() ? 1 : aligned + 1;
      if (common.isEmpty()) {
        common = starts;
      } else if (aligned >= LEAST_LINES) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  /** Returns where bars stand, and where words behind two or more blanks begin and end. */
  private static BitSet starts(String text, int from, int to) {
    BitSet starts = new BitSet();
    boolean words = false;
    boolean inColumn = false;
    for (int at = from; at < to && at - from < MAX_WIDTH; at++) {
      char c = text.charAt(at);
      boolean bar =
          c == '|' || c == '\u2502' || (c == '+' && at > from && text.charAt(at - 1) == '-');
      boolean blanks = at - from > 1 && text.charAt(at - 1) == ' ' && text.charAt(at - 2) == ' ';
      boolean begins = words && blanks && c != ' ';
      if (bar || begins) {
        starts.set(at - from);
      }
      words |= c != ' ' && c != '>';
      inColumn = c != ' ' && (inColumn || begins);
      boolean ends = inColumn && (at + 1 == to || text.charAt(at + 1) == ' ');
      if (ends) {
        starts.set(MAX_WIDTH + at - from); // numbers stand below each other by their ends
      }
    }
    return starts;
  }
}
