package arashi.mime.parse;

import java.util.Locale;

/** {@code text/enriched} (RFC 1896) as plain text. One linear pass. */
final class EnrichedText {
  private static final String PARAMETER = "param";

  /** The longest that the RFC allows. */
  private static final int MAX_COMMAND = 60;

  private EnrichedText() {}

  /** The words alone: no commands, no parameters; one line end is a blank, n of them n - 1. */
  static String plain(String enriched) {
    StringBuilder out = new StringBuilder(enriched.length());
    boolean parameter = false;
    int lastEnd = enriched.toLowerCase(Locale.ROOT).lastIndexOf("</" + PARAMETER + ">");
    int lineEnds = 0;
    for (int at = 0; at < enriched.length(); at++) {
      char c = enriched.charAt(at);
      boolean escaped = enriched.startsWith("<<", at);
      String command = c == '<' && !escaped ? command(enriched, at + 1) : "";
      if (c == '\n') {
        lineEnds++;
      } else if (!command.isEmpty()) {
        boolean end = command.equalsIgnoreCase("/" + PARAMETER);
        parameter = (parameter && !end) || (command.equalsIgnoreCase(PARAMETER) && at < lastEnd);
        at += command.length() + 1;
      } else if (!parameter) {
        out.append(lineEnds == 1 ? " " : "\n".repeat(Math.max(0, lineEnds - 1))).append(c);
        lineEnds = 0;
        at += escaped ? 1 : 0;
      }
    }
    return out.toString();
  }

  /** Empty if none begins there. */
  private static String command(String text, int start) {
    int end = start;
    while (end < text.length() && end - start <= MAX_COMMAND && isOfCommand(text.charAt(end))) {
      end++;
    }
    return end < text.length() && text.charAt(end) == '>' ? text.substring(start, end) : "";
  }

  private static boolean isOfCommand(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '/';
  }
}
