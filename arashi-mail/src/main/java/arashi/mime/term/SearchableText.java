package arashi.mime.term;

/**
 * Selects the searchable lines of a mail's text in one linear pass. It drops machine-written text
 * that nobody searches for: encoded data, and line positions in patches and logs. It judges a line
 * by its form alone, so that no word of a sentence is lost.
 *
 * <pre>
 *  line, after its quote marks             kept
 *  base64, uuencoded or hex data           nothing, nor the last, shorter line of the data
 *  within -----BEGIN PGP SIGNATURE-----    nothing of the data
 *  index 1d8c3a2..9f6a1b0 100644           nothing
 *  From 9f6a1b0… Mon Sep 17 00:00:00 2001  nothing
 *  @@ -612,7 +612,9 @@ void f(int a)       void f(int a)
 *  [  183.422190] md: resync               md: resync
 * </pre>
 */
final class SearchableText {
  /** Minimum length of a data line; shorter lines count as words. */
  private static final int DATA_LINE = 60;

  private static final int HEX_LINE = 65;

  /** Minimum length of the last data line; shorter ones could be names. */
  private static final int DATA_TAIL = 20;

  /**
   * Underscores kept of a run. The tokeniser rescans a run of up to 255 underscores at each of
   * them.
   */
  private static final int MAX_RULE = 16;

  private static final int COMMIT_ID = 40;
  private static final int SHORTEST_COMMIT_ID = 7;

  private final String text;
  private final StringBuilder out;
  private boolean inArmour;
  private boolean afterData;

  private SearchableText(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length());
  }

  static String of(String text) {
    SearchableText lines = new SearchableText(text);
    for (int start = 0; start < text.length(); ) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      lines.line(lines.quoted(start, end), lines.stripped(start, end));
      start = end + 1;
    }
    return lines.out.toString();
  }

  private void line(int start, int end) {
    if (start >= end) {
      out.append('\n');
      return;
    }
    boolean data = isData(start, end);
    afterData = data;
    if (!data) {
      keep(wordsFrom(start, end), end);
      out.append('\n');
    }
  }

  /** Skips quotation marks. */
  private int quoted(int start, int end) {
    int at = start;
    while (at < end && (text.charAt(at) == '>' || isSpace(text.charAt(at)))) {
      at++;
    }
    return at;
  }

  private int stripped(int start, int end) {
    int at = end;
    while (at > start && isSpace(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private boolean isData(int start, int end) {
    if (text.startsWith("-----", start)) {
      // text follows BEGIN PGP SIGNED MESSAGE
      inArmour = text.startsWith("BEGIN ", start + 5) && !text.startsWith("PGP SIGNED", start + 11);
      return false;
    }
    int length = end - start;
    if (length >= DATA_LINE || afterData || inArmour) {
      Form form = Form.of(text, start, end);
      boolean tail = (afterData || inArmour) && form.isTail(length);
      inArmour &= tail || form.isHeader;
      return tail || form.isData(length);
    }
    return false;
  }

  private static final class Form {
    private boolean base64 = true;
    private boolean uuencoded = true;
    private boolean hex = true;
    private boolean letter;
    private boolean upper;
    private boolean digit;
    private boolean plus;
    private boolean slash;
    private boolean padded;

    /** A line like {@code Version: GnuPG v2}, between the start of an armour and its data. */
    private boolean isHeader;

    static Form of(String text, int start, int end) {
      Form form = new Form();
      form.isHeader = text.substring(start, Math.min(end, start + DATA_TAIL)).indexOf(": ") > 0;
      form.uuencoded = text.charAt(start) == 'M';
      for (int at = start; at < end && (form.base64 || form.uuencoded); at++) {
        form.take(text.charAt(at));
      }
      form.padded = text.charAt(end - 1) == '=' || text.charAt(start) == '=';
      return form;
    }

    private void take(char c) {
      boolean isDigit = c >= '0' && c <= '9';
      boolean isUpper = c >= 'A' && c <= 'Z';
      boolean isLetter = isUpper || (c >= 'a' && c <= 'z');
      letter |= isLetter;
      upper |= isUpper;
      digit |= isDigit;
      plus |= c == '+';
      slash |= c == '/';
      hex &= isDigit || (isLetter && Character.toLowerCase(c) <= 'f');
      base64 &= isDigit || isLetter || c == '+' || c == '/' || c == '=';
      uuencoded &= c >= '!' && c <= '`';
    }

    /**
     * True for encoded data. A long word has only letters; a path has slashes too, but rarely
     * capitals and digits.
     */
    boolean isData(int length) {
      boolean random = slash ? upper && (digit || plus) : digit || plus || padded;
      return (length >= DATA_LINE && base64 && random && letter)
          || (length == DATA_LINE + 1 && uuencoded)
          || (length >= HEX_LINE && base64 && hex);
    }

    boolean isTail(int length) {
      return base64 && (padded || plus || (length >= DATA_TAIL && digit && upper));
    }
  }

  /** Returns the start of the words of a line, or its end if it has none. */
  private int wordsFrom(int start, int end) {
    return switch (text.charAt(start)) {
      case '@' -> text.startsWith("@@ -", start) ? behindHunk(start, end) : start;
      case '[' -> behindTime(start, end);
      case 'i' -> text.startsWith("index ", start) && isIndex(start + 6, end) ? end : start;
      case 'F' -> text.startsWith("From ", start) && isPatchStart(start + 5, end) ? end : start;
      default -> start;
    };
  }

  /**
   * Skips the positions of a hunk header and keeps the function name; keeps a whole line that is
   * not a hunk header.
   */
  private int behindHunk(int start, int end) {
    int at = start + 4;
    while (at < end && (isDigit(text.charAt(at)) || ",+ -".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return text.startsWith("@@", at) && at + 2 <= end ? at + 2 : start;
  }

  private int behindTime(int start, int end) {
    int at = start + 1;
    while (at < end && text.charAt(at) == ' ') {
      at++;
    }
    int point = digits(at, end);
    int close = point < end && text.charAt(point) == '.' ? digits(point + 1, end) : end;
    boolean isTime = point > at && close == point + 7 && close < end && text.charAt(close) == ']';
    return isTime ? close + 1 : start;
  }

  private boolean isIndex(int start, int end) {
    int dots = hexDigits(start, end);
    return dots - start >= SHORTEST_COMMIT_ID
        && text.startsWith("..", dots)
        && hexDigits(dots + 2, end) - dots - 2 >= SHORTEST_COMMIT_ID;
  }

  private boolean isPatchStart(int start, int end) {
    return hexDigits(start, end) - start == COMMIT_ID
        && text.startsWith(" Mon Sep 17 00:00:00 2001", start + COMMIT_ID);
  }

  private int digits(int start, int end) {
    int at = start;
    while (at < end && isDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int hexDigits(int start, int end) {
    int at = start;
    while (at < end && (isDigit(text.charAt(at)) || "abcdef".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Keeps a line without long rules like {@code ______}, which contain no words. */
  private void keep(int start, int end) {
    int run = 0;
    for (int at = start; at < end; at++) {
      char c = text.charAt(at);
      run = c == '_' ? run + 1 : 0;
      if (run <= MAX_RULE) {
        out.append(c);
      }
    }
  }
}
