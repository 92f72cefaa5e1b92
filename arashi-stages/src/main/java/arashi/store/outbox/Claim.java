package arashi.store.outbox;

import arashi.store.blob.Sha256;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Instant;
import java.util.List;

/**
 * The right to send a mail, until its lease ends: one attempt of one node.
 *
 * @param lease names the attempt
 * @param sha256 the mail, byte for byte as it is sent
 * @param envelopeId names the mail to servers on its way, and comes back in their reports
 * @param envelopeFrom the sender
 * @param dueSince when it was to be sent first
 * @param due recipients of this attempt, in their order
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
   * What an attempt did for one recipient.
   *
   * @param n which recipient
   * @param state {@link SendState#SENT}, {@link SendState#FAILED}, {@link SendState#SCHEDULED} or
   *     {@link SendState#IN_DOUBT}; the last two are tried again
   * @param nextAttemptAt when to try again
   * @param reply what to show; cut if it is too long
   * @param inDoubt whether a recipient for whom it failed may have the mail all the same
   */
  public record Outcome(
      int n, SendState state, Instant nextAttemptAt, String reply, boolean inDoubt) {}

  /** The same for some of the recipients. */
  public Claim only(List<RecipientRow> recipients) {
    return new Claim(account, id, lease, sha256, envelopeId, envelopeFrom, dueSince, recipients);
  }
}
