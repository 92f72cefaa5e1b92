package arashi.store.outbox;

import arashi.store.blob.Sha256;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A mail in the outbox, for the page.
 *
 * @param id that of the draft
 * @param state of the whole
 * @param sha256 the mail, byte for byte as it is sent
 * @param message its item in Outbox or Sent, if it is there
 * @param envelopeFrom the sender
 * @param createdAt when it was submitted
 * @param nextAttemptAt when it is sent, or sent again; while {@link SendState#HELD}, until when it
 *     can be undone
 * @param maybeTwice whether a crash may have sent it twice to somebody
 * @param recipients in their order
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

  /** Whether it waits for the moment that its writer chose, so no attempt was made. */
  public boolean isForLater() {
    return state == SendState.SCHEDULED
        && recipients.stream()
            .allMatch(one -> one.state() == SendState.SCHEDULED && one.attempts() == 0);
  }

  /**
   * One recipient.
   *
   * @param n its place, from 0
   * @param reply what its server said last; empty: nothing yet
   * @param maybeTwice whether a crash may have sent it twice; if it failed, whether it may be there
   *     all the same
   * @param report what came of it after it was accepted, if a report told
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
