package arashi.mime.parse;

import arashi.mime.text.CharsetRescue;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text outside of the parts of a multipart (RFC 2046, 5.1.1), or in an encoded file. Readers may
 * ignore it, but some programs put footers there, and text before a boundary that was not written.
 */
final class OutsideText {
  /** What programs say to readers without MIME; nobody else has to see it. */
  private static final Pattern FOR_OLD_READERS =
      Pattern.compile("\\bmime\\b|multi-?part|mehrteilig|openpgp|(?:signed|encrypted) message");

  private static final Pattern FIELD = Pattern.compile("(?im)^content-[a-z-]{1,40}:");

  private static final Pattern DELIMITER = Pattern.compile("--\\S+");
  private static final int LONGEST_NOTICE = 600;

  private OutsideText() {}

  /** Returns the text before the first part, or in a header; empty if it says nothing. */
  static String stray(MimePart part) {
    String text = text(part.stray.toByteArray());
    boolean isNotice =
        text.length() < LONGEST_NOTICE
            && !FIELD.matcher(text).find()
            && FOR_OLD_READERS.matcher(text.toLowerCase(Locale.ROOT)).find();
    return isNotice ? "" : text;
  }

  /** Returns the text behind the last part, or in an encoded file; empty if it says nothing. */
  static String rest(MimePart part) {
    return text(part.rest);
  }

  private static String text(byte[] bytes) {
    if (bytes.length == 0) {
      return "";
    }
    String text = CharsetRescue.decode(bytes, "", false).text();
    // further delimiters of this multipart and those around it say nothing
    String said =
        text.lines()
            .filter(line -> !DELIMITER.matcher(line.strip()).matches())
            .collect(Collectors.joining("\n"));
    return said.chars().anyMatch(Character::isLetterOrDigit) ? said.strip() : "";
  }
}
