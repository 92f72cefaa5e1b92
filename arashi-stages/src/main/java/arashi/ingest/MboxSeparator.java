package arashi.ingest;

import arashi.mime.parse.MailDate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line that begins a mail of an mbox file: {@code From}, a sender, and a date (RFC 4155,
 * appendix A). Real programs write the zone before or after the year, write dates like header
 * fields or in ISO 8601, and use localized weekdays. Pure.
 */
final class MboxSeparator {
  /** Maximum length of a separator. */
  static final int MAX_LENGTH = 1_000;

  static final String FROM = "From ";

  private static final String MINUTE = "\\d{1,2}:\\d{2}";
  private static final String SECOND = MINUTE + ":\\d{2}";

  /** Zone names, offsets, and the {@code DST} of some programs. */
  private static final String ZONE = "(?:[+-]\\d{4}|[A-Z]{1,5}(?: DST)?|\"[A-Z]+\")";

  private static final String WEEKDAY = "[^\\s\\d,]{1,14},? +";
  private static final String MONTH = "[^\\s\\d]{3,14}";
  private static final String UUCP = "(?: +remote from \\S+)?";

  /** The format of {@code asctime}: Mon Mar 9 01:00:00 2026. */
  private static final String ASCTIME =
      (WEEKDAY + MONTH + " +\\d{1,2},? +" + SECOND)
          + ("(?: +" + ZONE + ")? +(?:\\d{4}|\\d{2})(?: +" + ZONE + ")?");

  /** The format of header fields: Mon, 09 Mar 2026 01:00:00 +0000. */
  private static final String OF_HEADERS =
      (WEEKDAY + "\\d{1,2}[ -]" + MONTH + "[ -]\\d{4} +" + SECOND)
          + ("(?: +" + ZONE + ")?(?: +\\([^()]*\\))?");

  private static final String ISO =
      ("\\d{4}-\\d{2}-\\d{2}[T ]+" + SECOND)
          + ("(?:[.,]\\d+)? ?(?:Z|[+-]\\d{2}:?\\d{2}|" + ZONE + ")?");

  private static final String USUAL = "(" + ASCTIME + "|" + OF_HEADERS + "|" + ISO + ")" + UUCP;

  /** Formats that people might also write in text. */
  private static final String OTHER =
      "((?:"
          + ("(?:" + WEEKDAY + ")?" + MONTH + " +\\d{1,2},? +" + MINUTE + "(?::\\d{2})?")
          + ("(?: +" + ZONE + ")? +\\d{4}(?: +" + ZONE + ")?")
          + "|"
          + ("(?:" + WEEKDAY + ")?\\d{1,2}[ -]" + MONTH + "[ -]\\d{4} +" + MINUTE)
          + ("(?::\\d{2})?(?: +" + ZONE + ")?")
          + "|"
          + ("\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4},?[T ]+" + MINUTE)
          + "(?::\\d{2})?(?: ?[AP]M)?"
          + "))"
          + UUCP;

  /** A sender without spaces, or none. */
  private static final String SENDER = "From (?:\\S+ +| *)";

  /** Names, or quoted parts with spaces. */
  private static final String WORDS = "From .{0,320}?[ \\t]";

  private static final Pattern STRICT = Pattern.compile(SENDER + USUAL);
  private static final Pattern LOOSE = Pattern.compile(WORDS + USUAL, Pattern.DOTALL);
  private static final Pattern DOUBTFUL = Pattern.compile(WORDS + OTHER, Pattern.DOTALL);

  /** DOTALL, because a UTF-8 byte may look like a line end (U+0085) to a pattern. */
  private static final Pattern HEADER = Pattern.compile("[!-9;-~]{1,76}[ \\t]*:.*", Pattern.DOTALL);

  /** Thunderbird has written only this since 2024, and escapes all other lines like it. */
  private static final Pattern BARE = Pattern.compile("From(?: -)?");

  private MboxSeparator() {}

  /**
   * Returns whether a line begins a mail.
   *
   * @param line the line without trailing white space
   * @param next the following line
   * @param afterBlank whether the previous line is blank
   */
  static boolean matches(String line, String next, boolean afterBlank) {
    if (afterBlank && BARE.matcher(line).matches()) {
      boolean experimental = next.regionMatches(true, 0, "X-", 0, 2);
      return isHeader(next) && (experimental || KnownFields.isField(next));
    }
    if (!line.startsWith(FROM) || line.length() > MAX_LENGTH || !isHeader(next)) {
      return false;
    }
    return STRICT.matcher(line).matches()
        || (afterBlank && LOOSE.matcher(line).matches())
        || (afterBlank && KnownFields.isField(next) && DOUBTFUL.matcher(line).matches());
  }

  /** Returns whether a line may be the first of a mail's header. */
  static boolean isHeader(String line) {
    return HEADER.matcher(line).matches() || line.startsWith(">" + FROM);
  }

  /** Returns the date of a separator, if it can be parsed. */
  static Optional<Instant> date(String line) {
    for (Pattern pattern : List.of(STRICT, LOOSE, DOUBTFUL)) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.matches()) {
        return MailDate.parse(matcher.group(1));
      }
    }
    return Optional.empty();
  }
}
