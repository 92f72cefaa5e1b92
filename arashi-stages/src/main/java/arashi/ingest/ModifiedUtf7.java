package arashi.ingest;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The encoding of folder names on the disks of IMAP servers (RFC 3501, 5.1.3). Pure. */
final class ModifiedUtf7 {
  private ModifiedUtf7() {}

  /** Decodes a name; returns a name in another encoding, such as UTF-8, unchanged. */
  static String decode(String name) {
    StringBuilder decoded = new StringBuilder();
    int at = 0;
    while (at < name.length()) {
      char c = name.charAt(at);
      if (c > '~') {
        return name;
      }
      int end = c == '&' ? name.indexOf('-', at) : -1;
      if (end < 0) {
        decoded.append(c);
        at++;
      } else {
        String shifted = name.substring(at + 1, end);
        try {
          decoded.append(shifted.isEmpty() ? "&" : utf16(shifted));
        } catch (IllegalArgumentException | CharacterCodingException e) {
          return name;
        }
        at = end + 1;
      }
    }
    return decoded.toString();
  }

  private static CharBuffer utf16(String shifted) throws CharacterCodingException {
    byte[] bytes = Base64.getDecoder().decode(shifted.replace(',', '/'));
    return StandardCharsets.UTF_16BE.newDecoder().decode(ByteBuffer.wrap(bytes));
  }
}
