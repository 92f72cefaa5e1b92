package arashi.outbox;

import arashi.store.outbox.Submittal.Answers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Accepts mail to send. Blocks on the database, and computes; any thread. */
public interface Submission {

  /**
   * Puts a mail into the outbox and ends its draft in the same transaction. Idempotent per draft.
   *
   * @param mail mail of the form
   */
  Result submit(Outgoing mail);

  /**
   * Recalls a mail during its hold, or after it has failed. Its draft returns under the same id.
   *
   * @return false if it is too late, or there is no such mail
   */
  boolean recall(long account, long id);

  /**
   * Changes the send time of a mail.
   *
   * @return false if it is too late, or there is no such mail
   */
  boolean reschedule(long account, long id, Instant at);

  /** Checks of destinations. */
  Outbound outbound();

  /**
   * A built mail.
   *
   * @param draft id of the draft
   * @param version version of the rendered draft; empty: any
   * @param raw bytes to send, with CRLF line ends
   * @param from address of the From field
   * @param envelopeFrom envelope sender
   * @param recipients recipients of To, Cc and Bcc, without duplicates
   * @param bcc recipients in no header, shown to the writer only
   * @param sendAt send time; empty: after the undo period
   * @param answers mail that it answers or forwards
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Outgoing(
      long account,
      long draft,
      OptionalInt version,
      byte[] raw,
      String from,
      String envelopeFrom,
      List<String> recipients,
      List<String> bcc,
      Optional<Instant> sendAt,
      Optional<Answers> answers) {}

  /** Result of a submission. */
  sealed interface Result {

    /**
     * The mail is in the outbox.
     *
     * @param undoUntil end of the time for {@link #recall}
     * @param again true if the draft was submitted before; not an error
     * @param isForLater true if it waits for its send time
     */
    record Accepted(long id, Instant undoUntil, boolean again, boolean isForLater)
        implements Result {}

    /** The account may not use the sender address. */
    record ForeignSender(String address) implements Result {}

    /** Some recipients can't be reached; nothing was sent. */
    record Refused(List<Outbound.Unreachable> recipients) implements Result {}

    /** The mail has no recipient. */
    record NoRecipient() implements Result {}

    /** The Bcc recipients together exceed the size that is stored for the writer. */
    record TooMuchBcc() implements Result {}

    /** The mail exceeds the size limit. */
    record TooLarge(long size, long most) implements Result {}

    /** The draft no longer exists. */
    record NoDraft() implements Result {}

    /** Another tab has saved the draft since. */
    record Changed(int version) implements Result {}

    /** The recipients exceed the hourly limit. */
    record TooMany(int most) implements Result {}
  }
}
