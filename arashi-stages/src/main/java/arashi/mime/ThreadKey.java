package arashi.mime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;

/**
 * Which conversation a mail belongs to, as numbers that an index can hold. 64 bits of SHA-256: two
 * of a million conversations share one with a probability of 3·10⁻⁸, and an attacker, who can
 * choose ids freely anyway, gains nothing by searching for one.
 *
 * @param thread hash of the id of the conversation's first mail
 * @param messageId hash of the mail's own id; of its subject, author and date when it has none
 */
public record ThreadKey(long thread, long messageId) {

  /**
   * The key of a mail. Its root is the first of References, else the first of In-Reply-To, else the
   * mail itself.
   */
  public static ThreadKey of(Envelope envelope) {
    long own = envelope.messageId().isEmpty() ? contentHash(envelope) : hash(envelope.messageId());
    if (!envelope.references().isEmpty()) {
      return new ThreadKey(hash(envelope.references().get(0)), own);
    }
    if (!envelope.inReplyTo().isEmpty()) {
      return new ThreadKey(hash(envelope.inReplyTo().get(0)), own);
    }
    return new ThreadKey(own, own);
  }

  /** The hash of a message id, with or without angle brackets and white space. */
  public static long hash(String messageId) {
    return sha("id\0" + messageId.replaceAll("[<>\\s]", ""));
  }

  private static long contentHash(Envelope envelope) {
    String author = envelope.author().address().toLowerCase(Locale.ROOT);
    String date = envelope.date().map(Object::toString).orElse("");
    return sha("mail\0" + SortKeys.bareSubject(envelope.subject()) + "\0" + author + "\0" + date);
  }

  private static long sha(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
