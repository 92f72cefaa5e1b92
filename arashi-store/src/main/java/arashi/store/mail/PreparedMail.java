package arashi.store.mail;

import arashi.store.blob.Sha256;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/**
 * A mail with everything that the store computes from it without the database: hash, compressed
 * bytes, sorted terms. {@link MailWriter#prepare} creates it on any thread, so that the writing
 * thread has little left to compute. It keeps the raw mail reachable, and takes up to twice its
 * size in memory. Immutable, as long as the arrays of its mail don't change.
 */
public final class PreparedMail {

  private final NewMail mail;
  private final Sha256 sha256;
  private final long receivedMillis;
  private final byte[] compressed;
  private final SortedSet<byte[]> terms;

  PreparedMail(
      NewMail mail,
      Sha256 sha256,
      long receivedMillis,
      byte[] compressed,
      SortedSet<byte[]> terms) {
    this.mail = mail;
    this.sha256 = sha256;
    this.receivedMillis = receivedMillis;
    this.compressed = compressed;
    this.terms = terms;
  }

  NewMail mail() {
    return mail;
  }

  /** Returns the hash of the raw mail. */
  public Sha256 sha256() {
    return sha256;
  }

  /** Returns the time of receipt, clamped to the range of ids. */
  long receivedMillis() {
    return receivedMillis;
  }

  /** Returns the raw mail, deflated. */
  byte[] compressed() {
    return compressed;
  }

  /** Returns the distinct terms in key order. */
  SortedSet<byte[]> terms() {
    return terms;
  }

  /** Returns the bytes of the raw mail. */
  public int size() {
    return mail.raw().length;
  }

  /**
   * Returns hashes of its own Message-ID and of those it refers to, the root of its thread first.
   */
  List<Long> ids() {
    Set<Long> ids = new LinkedHashSet<>();
    ids.add(mail.thread());
    ids.addAll(mail.reading().references());
    ids.add(mail.messageIdHash());
    return List.copyOf(ids);
  }
}
