package arashi.mime.view;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which conversation a mail belongs to, as numbers that an index can hold. 64 bits of SHA-256: two
 * of a million conversations share one with a probability of 3·10⁻⁸, and an attacker, who can
 * choose ids freely anyway, gains nothing by searching for one.
 *
 * @param thread hash of the id of the conversation's first mail
 * @param messageId hash of the mail's own id; of all its bytes when it has none, for then nothing
 *     else says that two mails are the same
 */
public record ThreadKey(long thread, long messageId) {

  /**
   * The key of a mail. Its root is the first of References, else the first of In-Reply-To, else the
   * mail itself.
   *
   * @param raw the mail's bytes
   */
  public static ThreadKey of(Envelope envelope, byte[] raw) {
    long own = envelope.messageId().isEmpty() ? sha(raw) : hash(envelope.messageId());
    if (!envelope.references().isEmpty()) {
      return new ThreadKey(hash(envelope.references().get(0)), own);
    }
    if (!envelope.inReplyTo().isEmpty()) {
      return new ThreadKey(hash(envelope.inReplyTo().get(0)), own);
    }
    return new ThreadKey(own, own);
  }

  /** Hashes of all ids that a mail refers to, the root of its conversation first. */
  public static List<Long> references(Envelope envelope) {
    return Stream.concat(envelope.references().stream(), envelope.inReplyTo().stream())
        .map(ThreadKey::hash)
        .distinct()
        .toList();
  }

  /** The hash of a message id, with or without angle brackets and white space. */
  public static long hash(String messageId) {
    String id = "id\0" + messageId.replaceAll("[<>\\s]", "");
    return sha(id.getBytes(StandardCharsets.UTF_8));
  }

  private static long sha(byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(digest.digest(bytes)).getLong();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
