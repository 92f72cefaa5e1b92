package arashi.store.delivery;

import arashi.store.blob.Sha256;
import arashi.store.mail.PreparedMail;
import java.util.List;
import java.util.Optional;

/**
 * One mail and the accounts that receive it.
 *
 * @param mail the same for all accounts
 * @param key hash of sender and content; deliveries with equal keys are repetitions
 * @param isIndexed whether the mail has all its terms
 * @param copies at most one per account
 */
public record Delivery(PreparedMail mail, Sha256 key, boolean isIndexed, List<Copy> copies) {

  /** Copies the list. */
  public Delivery {
    copies = List.copyOf(copies);
  }

  /**
   * The mail in one account.
   *
   * @param folder destination; the inbox if empty or removed
   * @param trace header fields for this recipient, each with its line end
   * @param recipient number of the recipient: copies of one recipient are refused together
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Copy(long account, Optional<Long> folder, byte[] trace, int recipient) {

    /** Creates a copy of the only recipient. */
    public Copy(long account, Optional<Long> folder, byte[] trace) {
      this(account, folder, trace, 0);
    }
  }

  /** Outcome for one copy. */
  public enum Outcome {
    /** The copy is stored. */
    STORED,
    /** The account received the same mail recently; nothing was stored. */
    REPEATED,
    /** The account's quota leaves no room; nothing was stored. */
    FULL,
    /** The account no longer exists. */
    GONE
  }
}
