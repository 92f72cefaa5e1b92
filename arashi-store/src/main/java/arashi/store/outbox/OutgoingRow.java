package arashi.store.outbox;

import arashi.store.blob.Sha256;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A mail in the outbox, for display.
 *
 * @param id id of the draft
 * @param state state of the whole mail
 * @param sha256 the mail, byte for byte as it is sent
 * @param message its item in Outbox or Sent, if any
 * @param envelopeFrom envelope sender
 * @param createdAt time of submission
 * @param nextAttemptAt time of the next attempt; while {@link SendState#HELD}, the end of the undo
 *     period
 * @param maybeTwice whether a crash may have sent it twice to some recipient
 * @param recipients in order
 */
public record OutgoingRow(
    long id,
    SendState state,
    Sha256 sha256,
    OptionalLong message,
    String envelopeFrom,
    Instant createdAt,
    Instant nextAttemptAt,
    boolean maybeTwice,
    List<RecipientRow> recipients) {

  /** Copies the list. */
  public OutgoingRow {
    recipients = List.copyOf(recipients);
  }

  /** Returns whether it waits for its scheduled time, without any attempt yet. */
  public boolean isForLater() {
    return state == SendState.SCHEDULED
        && recipients.stream()
            .allMatch(one -> one.state() == SendState.SCHEDULED && one.attempts() == 0);
  }

  /** Returns whether nothing has begun that could not wait for the release of a hold. */
  public boolean isWaiting() {
    return state == SendState.HELD || state == SendState.SCHEDULED;
  }

  /**
   * One recipient.
   *
   * @param n number, from 0
   * @param reply last reply of its server; empty if none
   * @param maybeTwice whether a crash may have sent the mail twice; if failed, whether it may have
   *     arrived anyway
   * @param report reported outcome after acceptance, if any
   */
  public record RecipientRow(
      int n,
      String address,
      SendState state,
      int attempts,
      Instant nextAttemptAt,
      String reply,
      boolean maybeTwice,
      Optional<DeliveryReport> report) {}
}
