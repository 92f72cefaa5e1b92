package arashi.store.delivery;

import arashi.store.blob.Sha256;
import arashi.store.mail.PreparedMail;
import java.util.List;
import java.util.Optional;

/**
 * One mail and the accounts that get it.
 *
 * @param mail the same for all
 * @param key hash of the sender and the content: two deliveries with one key are one mail
 * @param isIndexed whether the mail has all its terms
 * @param copies at most one for each account
 */
public record Delivery(PreparedMail mail, Sha256 key, boolean isIndexed, List<Copy> copies) {

  /** Copies the list. */
  public Delivery {
    copies = List.copyOf(copies);
  }

  /**
   * The mail in one account.
   *
   * @param folder where it goes; empty, or gone: the inbox
   * @param trace header fields for this recipient, each with its line end
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Copy(long account, Optional<Long> folder, byte[] trace) {}

  /** What became of a copy. */
  public enum Outcome {
    /** It is stored. */
    STORED,
    /** The account got this very mail lately; nothing was stored. */
    REPEATED,
    /** There is no such account any more. */
    GONE
  }
}
