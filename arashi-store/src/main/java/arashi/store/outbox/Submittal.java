package arashi.store.outbox;

import arashi.store.mail.Flag;
import arashi.store.mail.PreparedMail;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A mail to send.
 *
 * @param account the sending account
 * @param draft its draft, which this ends
 * @param version version of the draft that was rendered; empty for any
 * @param mail mail to send, byte for byte; filed in Outbox, then in Sent
 * @param trace header fields shown above the mail to its writer, such as Bcc; may be empty
 * @param envelopeFrom envelope sender
 * @param recipients distinct, in order
 * @param heldUntil end of the undo period
 * @param isScheduled whether the writer chose that time
 * @param answers mail that it answers, to be marked once this is accepted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Submittal(
    long account,
    long draft,
    OptionalInt version,
    PreparedMail mail,
    byte[] trace,
    String envelopeFrom,
    List<String> recipients,
    Instant heldUntil,
    boolean isScheduled,
    Optional<Answers> answers) {

  /** Copies the list. */
  public Submittal {
    recipients = List.copyOf(recipients);
  }

  /**
   * The mail that is answered or forwarded, by its place when the answer was started.
   *
   * @param mark {@link Flag#ANSWERED} or {@link Flag#FORWARDED}
   */
  public record Answers(long folder, long uid, Flag mark) {}
}
