package arashi.mime.parse;

import java.util.Locale;

/** Converts {@code text/enriched} (RFC 1896) to plain text in one linear pass. */
final class EnrichedText {
  private static final String PARAMETER = "param";

  /** Maximum command length of the RFC. */
  private static final int MAX_COMMAND = 60;

  private EnrichedText() {}

  /** Drops commands and parameters. One line end becomes a space, n line ends become n - 1. */
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

  /** Returns the command that begins at {@code start}, or an empty string. */
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
