package arashi.mime.parse;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.Invisible;

/** Extracts the first readable words of a mail, for lists. */
final class PreviewText {
  static final int MAX_CHARS = 140;

  /** Characters searched for the author's own words. */
  private static final int MAX_SCANNED = 16 << 10;

  private PreviewText() {}

  /** Prefers the author's own words; falls back to any words. */
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
        out.append(withoutFillers(line)).append(' ');
      }
      if (out.length() > MAX_CHARS * 2) {
        break;
      }
    }
    return TextCleaner.cut(TextCleaner.oneLine(out.toString()), MAX_CHARS).strip();
  }

  /**
   * Replaces fillers, by which newsletters keep the text that follows out of the preview, by a
   * blank: runs of blanks and invisible characters, but not the one or two within words and emoji.
   */
  private static String withoutFillers(String line) {
    StringBuilder out = new StringBuilder(line.length());
    int at = 0;
    while (at < line.length()) {
      int end = at;
      boolean hasBlank = false;
      while (end < line.length() && isFiller(line.codePointAt(end))) {
        hasBlank |= isBlank(line.codePointAt(end));
        end += Character.charCount(line.codePointAt(end));
      }
      if (end == at) {
        end += Character.charCount(line.codePointAt(at));
        out.append(line, at, end);
      } else if (hasBlank || end - at > 2) {
        out.append(' ');
      } else {
        out.append(line, at, end);
      }
      at = end;
    }
    return out.toString();
  }

  private static boolean isFiller(int c) {
    return isBlank(c) || Invisible.is(c);
  }

  private static boolean isBlank(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** True for lines like {@code On Monday, A. wrote:}. */
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
