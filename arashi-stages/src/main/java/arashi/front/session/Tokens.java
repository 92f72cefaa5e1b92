package arashi.front.session;

import arashi.store.blob.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/** Unguessable tokens of 256 bits, as URL-safe text. */
public final class Tokens {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;
  private static final int CHARS = 43;

  private Tokens() {}

  /** Returns a new token. */
  public static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** True if the text has the form of a token. */
  public static boolean isToken(String text) {
    if (text.length() != CHARS) {
      return false;
    }
    for (int i = 0; i < CHARS; i++) {
      char c = text.charAt(i);
      boolean allowed =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '-'
              || c == '_';
      if (!allowed) {
        return false;
      }
    }
    return true;
  }

  /** Returns the hash that the database stores; it does not reveal the token. */
  public static Sha256 hash(String token) {
    return Sha256.of(token.getBytes(StandardCharsets.US_ASCII));
  }
}
