package arashi.request.attachment;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Set;

/** Selects the charset in which a browser shows a text. */
final class TextCharset {
  /** Declared charsets that are often wrong: the text has other characters as well. */
  private static final Set<String> ASCII = Set.of("", "us-ascii", "ascii", "7bit");

  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  private TextCharset() {}

  /**
   * Returns the declared charset if browsers support it; otherwise UTF-8 if the text is valid, or
   * Windows-1252.
   *
   * @param first first bytes of the text
   */
  static Charset of(String declared, ByteBuffer first) {
    if (!ASCII.contains(declared.toLowerCase(Locale.ROOT))) {
      try {
        Charset charset = Charset.forName(declared);
        if (!charset.name().startsWith("x-")
            && !charset.name().startsWith("UTF-32")
            && !charset.name().equals("UTF-7")) {
          return charset;
        }
      } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
        return guessed(first);
      }
    }
    return guessed(first);
  }

  private static Charset guessed(ByteBuffer first) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    // the last character may be incomplete
    CoderResult result =
        decoder.decode(first.duplicate(), CharBuffer.allocate(first.remaining() + 1), false);
    return result.isError() ? WINDOWS_1252 : StandardCharsets.UTF_8;
  }
}
