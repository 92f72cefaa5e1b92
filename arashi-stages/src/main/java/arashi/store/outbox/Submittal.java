package arashi.store.outbox;

import arashi.store.mail.Flag;
import arashi.store.mail.PreparedMail;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A mail to be sent.
 *
 * @param account whose it is
 * @param draft that it was written as; ends with this
 * @param version of the draft that was rendered; empty: whatever it is
 * @param mail what is sent, to the byte; filed in Outbox, then in Sent
 * @param trace header fields shown above the mail to its writer, such as Bcc; or empty
 * @param envelopeFrom the sender
 * @param recipients without doubles, in their order
 * @param heldUntil until then it can be undone
 * @param isScheduled whether the writer chose that moment
 * @param answers the mail that it answers, to be marked once this is accepted
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
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
   * The mail that is answered or forwarded, by its place when the answer was begun.
   *
   * @param mark {@link Flag#ANSWERED} or {@link Flag#FORWARDED}
   */
  public record Answers(long folder, long uid, Flag mark) {}
}
