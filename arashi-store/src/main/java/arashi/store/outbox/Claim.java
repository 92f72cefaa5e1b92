package arashi.store.outbox;

import arashi.store.blob.Sha256;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Instant;
import java.util.List;

/**
 * The right to send a mail until a lease ends: one attempt of one node.
 *
 * @param lease id of the attempt
 * @param sha256 the mail, byte for byte as it is sent
 * @param envelopeId ENVID of the mail, which servers return in their reports
 * @param envelopeFrom envelope sender
 * @param dueSince first scheduled time
 * @param due recipients of this attempt, in order
 */
public record Claim(
    long account,
    long id,
    String lease,
    Sha256 sha256,
    String envelopeId,
    String envelopeFrom,
    Instant dueSince,
    List<RecipientRow> due) {

  /** Copies the list. */
  public Claim {
    due = List.copyOf(due);
  }

  /**
   * Outcome of an attempt for one recipient.
   *
   * @param n number of the recipient
   * @param state {@link SendState#SENT}, {@link SendState#FAILED}, {@link SendState#SCHEDULED} or
   *     {@link SendState#IN_DOUBT}; the last two are retried
   * @param nextAttemptAt time of the retry
   * @param reply text to show; truncated if too long
   * @param inDoubt whether a failed recipient may have received the mail anyway
   */
  public record Outcome(
      int n, SendState state, Instant nextAttemptAt, String reply, boolean inDoubt) {}

  /** Returns the claim for some of the recipients. */
  public Claim only(List<RecipientRow> recipients) {
    return new Claim(account, id, lease, sha256, envelopeId, envelopeFrom, dueSince, recipients);
  }
}
