package arashi.mime.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decodes non-ASCII addresses in delivery reports, escaped as {@code \x{6237}} (RFC 6533, 3). */
public final class EscapedAddress {
  private static final Pattern ESCAPE = Pattern.compile("\\\\x\\{([0-9A-Fa-f]{2,6})\\}");

  private EscapedAddress() {}

  /** Returns the unescaped address; other text is unchanged. */
  public static String plain(String escaped) {
    return ESCAPE
        .matcher(escaped)
        .replaceAll(
            found -> {
              int letter = Integer.parseInt(found.group(1), 16);
              boolean valid = Character.isValidCodePoint(letter) && !Character.isISOControl(letter);
              return Matcher.quoteReplacement(valid ? Character.toString(letter) : found.group());
            });
  }
}
