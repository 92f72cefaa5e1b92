package arashi.store.outbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.Sha256;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a mail on its way (ENVID, RFC 3461, 4.4), so that a report can say which one it is about.
 * Servers on the way learn it, but neither readers nor anybody else: it has 128 bits that follow
 * from the key of the draft's form, which never leaves the account.
 */
final class EnvelopeId {
  private static final int SECRET = 32;
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,16})\\.([0-9a-f]{32})");

  private EnvelopeId() {}

  /**
   * The id of a mail; without characters that would have to be escaped.
   *
   * @param key of the draft's form
   * @param content of the mail
   */
  static String of(long id, String key, Sha256 content) {
    ByteArrayOutputStream secret = new ByteArrayOutputStream();
    secret.writeBytes(("envelope " + Long.toHexString(id) + " ").getBytes(US_ASCII));
    secret.writeBytes(content.bytes());
    secret.writeBytes(key.getBytes(UTF_8));
    String digest = Sha256.of(secret.toByteArray()).hex();
    return Long.toHexString(id) + "." + digest.substring(0, SECRET);
  }

  /** Which mail it claims to name; empty if it is none of ours. */
  static Optional<Long> claimed(String envelopeId) {
    Matcher form = FORM.matcher(envelopeId);
    return form.matches()
        ? Optional.of(Long.parseUnsignedLong(form.group(1), 16))
        : Optional.empty();
  }

  /** Whether it names that mail; takes the same time wherever two ids differ. */
  static boolean matches(String envelopeId, String ours) {
    return MessageDigest.isEqual(envelopeId.getBytes(UTF_8), ours.getBytes(UTF_8));
  }
}
