package arashi.mime.parse;

import arashi.mime.text.TextCleaner;

/** The first readable words of a mail, for a list. */
final class PreviewText {
  static final int MAX_CHARS = 140;

  /** How much of a text is searched for words that are the author's own. */
  private static final int MAX_SCANNED = 16 << 10;

  private PreviewText() {}

  /** Words of the author; where there are none, of whatever there is. */
  static String of(String text) {
    String start = TextCleaner.cut(text, MAX_SCANNED);
    String own = collect(start, true);
    return own.isEmpty() ? collect(start, false) : own;
  }

  private static String collect(String text, boolean onlyOwn) {
    StringBuilder out = new StringBuilder(MAX_CHARS * 2);
    for (String line : text.lines().toList()) {
      if (onlyOwn && line.equals("-- ")) {
        break;
      }
      boolean skipped = onlyOwn && (line.startsWith(">") || introducesQuotation(line));
      if (!skipped && !isRule(line)) {
        out.append(line).append(' ');
      }
      if (out.length() > MAX_CHARS * 2) {
        break;
      }
    }
    return TextCleaner.cut(TextCleaner.oneLine(out.toString()), MAX_CHARS).strip();
  }

  /** As in {@code On Monday, A. wrote:}. */
  private static boolean introducesQuotation(String line) {
    String end = line.stripTrailing();
    return end.endsWith("wrote:")
        || end.endsWith("writes:")
        || end.endsWith("schrieb:")
        || end.endsWith("a écrit :")
        || end.startsWith("-----Original Message");
  }

  private static boolean isRule(String line) {
    return line.chars().noneMatch(Character::isLetterOrDigit);
  }
}
