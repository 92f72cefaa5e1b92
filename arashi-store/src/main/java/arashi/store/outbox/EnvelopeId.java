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
 * The envelope id of a mail (ENVID, RFC 3461, 4.4), by which a report identifies the mail. Only
 * servers on the way see it. It cannot be guessed: 128 of its bits derive from the key of the
 * draft's form, which never leaves the account.
 */
final class EnvelopeId {
  private static final int SECRET = 32;
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,16})\\.([0-9a-f]{32})");

  private EnvelopeId() {}

  /**
   * Computes the id of a mail; it contains no characters that need escaping.
   *
   * @param key key of the draft's form
   * @param content hash of the mail
   */
  static String of(long id, String key, Sha256 content) {
    ByteArrayOutputStream secret = new ByteArrayOutputStream();
    secret.writeBytes(("envelope " + Long.toHexString(id) + " ").getBytes(US_ASCII));
    secret.writeBytes(content.bytes());
    secret.writeBytes(key.getBytes(UTF_8));
    String digest = Sha256.of(secret.toByteArray()).hex();
    return Long.toHexString(id) + "." + digest.substring(0, SECRET);
  }

  /** Returns the mail that an ENVID claims to identify; empty if it is not in our format. */
  static Optional<Long> claimed(String envelopeId) {
    Matcher form = FORM.matcher(envelopeId);
    return form.matches()
        ? Optional.of(Long.parseUnsignedLong(form.group(1), 16))
        : Optional.empty();
  }

  /** Compares with a mail's ENVID in constant time. */
  static boolean matches(String envelopeId, String ours) {
    return MessageDigest.isEqual(envelopeId.getBytes(UTF_8), ours.getBytes(UTF_8));
  }
}
