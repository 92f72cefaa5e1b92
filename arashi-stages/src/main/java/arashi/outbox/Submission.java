package arashi.outbox;

import arashi.store.outbox.Submittal.Answers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Takes mail to be sent. Blocks on the database, and computes; safe from any thread. */
public interface Submission {

  /**
   * Puts a mail into the outbox; its draft ends in the same transaction. The same draft twice is
   * one mail.
   *
   * @param mail what the form asks for
   */
  Result submit(Outgoing mail);

  /**
   * Takes a mail back while it is held, or after it has failed: its draft is there again, under the
   * same id.
   *
   * @return false if it is too late, or there is no such mail
   */
  boolean recall(long account, long id);

  /**
   * Lets a mail leave at another moment than was chosen first.
   *
   * @return false if it is too late, or there is no such mail
   */
  boolean reschedule(long account, long id, Instant at);

  /** Where mail can go. */
  Outbound outbound();

  /**
   * A mail as it was built.
   *
   * @param draft its id
   * @param version of the draft that was rendered; empty: whatever it is
   * @param raw byte for byte as it is sent; lines end with CRLF
   * @param from address of the From field
   * @param envelopeFrom the sender, for the envelope
   * @param recipients of To, Cc and Bcc, each once
   * @param bcc recipients that no header names; only the writer is shown them
   * @param sendAt when to send it; empty: after the time in which it can be undone
   * @param answers the mail that it answers or forwards
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

  /** What became of it. */
  sealed interface Result {

    /**
     * It is in the outbox.
     *
     * @param undoUntil until then {@link #recall} works
     * @param again the same draft came before; not an error
     */
    record Accepted(long id, Instant undoUntil, boolean again) implements Result {}

    /** The account may not write as that address. */
    record ForeignSender(String address) implements Result {}

    /** Some recipients can't be reached; nothing was sent. */
    record Refused(List<Outbound.Unreachable> recipients) implements Result {}

    /** It names no recipient. */
    record NoRecipient() implements Result {}

    /** The Bcc recipients together are longer than what is kept of them for the writer. */
    record TooMuchBcc() implements Result {}

    /** It is larger than mails may be. */
    record TooLarge(long size, long most) implements Result {}

    /** There is no such draft any more. */
    record NoDraft() implements Result {}

    /** Another tab has saved the draft since. */
    record Changed(int version) implements Result {}

    /** Too many recipients in an hour. */
    record TooMany(int most) implements Result {}
  }
}
