package arashi.mime.view;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Identifies a mail and its conversation by numbers that an index can hold. Hashes are 64 bits of
 * SHA-256: among a million conversations, a collision has a probability of 3·10⁻⁸. An attacker can
 * choose ids freely anyway and gains nothing from a collision.
 *
 * @param thread hash of the id of the conversation's first mail
 * @param messageId hash of the mail's own id; without an id, hash of all its bytes, the only other
 *     evidence that two mails are the same
 */
public record ThreadKey(long thread, long messageId) {

  /**
   * Computes the key of a mail. Its root is the first of References, otherwise the first of
   * In-Reply-To, otherwise the mail itself.
   *
   * @param raw bytes of the mail
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

  /** Returns the hashes of all ids that a mail refers to, conversation root first. */
  public static List<Long> references(Envelope envelope) {
    return Stream.concat(envelope.references().stream(), envelope.inReplyTo().stream())
        .map(ThreadKey::hash)
        .distinct()
        .toList();
  }

  /** Returns the hash of a message id, ignoring angle brackets and white space. */
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
