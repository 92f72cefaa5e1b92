package arashi.mime.header;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A header field as it stands in a mail, or a line without a colon in its place.
 *
 * @param mail the whole mail, not copied
 * @param start index of its first byte
 * @param end index after its last line end
 */
@SuppressWarnings("ArrayRecordComponent") // a view of the mail, never compared
public record RawField(byte[] mail, int start, int end) {
  private static final Pattern FOLD = Pattern.compile("\r?\n(?=[ \t])");

  /** Returns the name in lower case without blanks around it; empty if there is no colon. */
  public String name() {
    return spelledName().strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the name as it is spelled; empty if the first line has no colon. */
  public String spelledName() {
    int colon = colon();
    return colon < 0 ? "" : new String(mail, start, colon - start, ISO_8859_1);
  }

  /**
   * Returns the body, one char for each byte, unfolded (RFC 5322, 2.2.3) and stripped; empty if
   * there is no colon.
   */
  public String body() {
    return unfolded(new String(mail, bodyStart(), end - bodyStart(), ISO_8859_1));
  }

  /** Returns the body as UTF-8 if it is valid, else one char for each byte. */
  public String text() {
    ByteBuffer bytes = ByteBuffer.wrap(mail, bodyStart(), end - bodyStart());
    try {
      return unfolded(UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      return body();
    }
  }

  private static String unfolded(String body) {
    return FOLD.matcher(body).replaceAll("").strip();
  }

  private int bodyStart() {
    int colon = colon();
    return colon < 0 ? end : colon + 1;
  }

  private int colon() {
    for (int at = start; at < end && mail[at] != '\n'; at++) {
      if (mail[at] == ':') {
        return at;
      }
    }
    return -1;
  }
}
