package arashi.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.address.MailAddress;
import arashi.store.Store;
import arashi.store.mail.Flag;
import arashi.store.mail.NewMail;
import arashi.store.mail.PreparedMail;
import arashi.store.outbox.SubmitResult;
import arashi.store.outbox.Submittal;
import arashi.store.outbox.Submittal.Answers;
import arashi.store.outbox.Unreachable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Submits mail to the outbox of the store. All checks come before anything is stored: the sender's
 * identity, the recipients, and the account's rate. Blocks on the database, and computes; any
 * thread.
 */
public final class Submission {
  /** Size of the trace column. */
  private static final int MOST_TRACE = (64 << 10) - 1;

  private final Store store;
  private final Intake intake;
  private final OutboxConfig config;
  private final InstantSource time;
  private final Destinations destinations;

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
  public record Outgoing(
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

  /** Submission to a store. */
  public Submission(Store store, Intake intake, OutboxConfig config, InstantSource time) {
    this.store = store;
    this.intake = intake;
    this.config = config;
    this.time = time;
    this.destinations = new Destinations(store.people().addresses(), config.relay().isPresent());
  }

  /**
   * Recalls a mail during its hold, or after it has failed. Its draft returns under the same id.
   *
   * @return false if it is too late, or there is no such mail
   */
  public boolean recall(long account, long id) {
    return store.outgoing().outbox().recall(account, id);
  }

  /**
   * Changes the send time of a mail.
   *
   * @return false if it is too late, or there is no such mail
   */
  public boolean reschedule(long account, long id, Instant at) {
    return store.outgoing().outbox().reschedule(account, id, at);
  }

  /**
   * Puts a mail into the outbox and ends its draft in the same transaction. Idempotent per draft.
   *
   * @param mail mail of the form
   */
  public SubmitResult submit(Outgoing mail) {
    List<String> recipients = distinct(mail.recipients());
    for (String sender : List.of(mail.from(), mail.envelopeFrom())) {
      if (!store.people().identities().mayUse(mail.account(), sender)) {
        return new SubmitResult.ForeignSender(sender);
      }
    }
    if (recipients.isEmpty()) {
      return new SubmitResult.NoRecipient();
    }
    if (mail.raw().length > config.mailBytes()) {
      return new SubmitResult.TooLarge(mail.raw().length, config.mailBytes());
    }
    byte[] trace = trace(mail.bcc());
    if (trace.length > MOST_TRACE) {
      return new SubmitResult.TooMuchBcc();
    }
    List<Unreachable> unreachable = destinations.unreachable(recipients);
    if (!unreachable.isEmpty()
        && store.outgoing().outbox().find(mail.account(), mail.draft()).isEmpty()) {
      return new SubmitResult.Refused(unreachable);
    }
    Instant now = time.instant();
    Instant undoUntil = now.plus(config.hold());
    Optional<Instant> sendAt = mail.sendAt().filter(at -> at.isAfter(undoUntil));
    Submittal submittal =
        new Submittal(
            mail.account(),
            mail.draft(),
            mail.version(),
            prepared(mail.raw(), now),
            trace,
            mail.envelopeFrom(),
            recipients,
            sendAt.orElse(undoUntil),
            sendAt.isPresent(),
            mail.answers());
    return store.outgoing().outbox().submit(submittal, config.recipientsAnHour());
  }

  /** Removes duplicates that differ only in case. */
  private static List<String> distinct(List<String> recipients) {
    Set<Object> seen = new HashSet<>();
    return recipients.stream()
        .filter(one -> seen.add(MailAddress.parse(one).<Object>map(MailAddress::key).orElse(one)))
        .toList();
  }

  private PreparedMail prepared(byte[] raw, Instant now) {
    NewMail mail = intake.take(raw, Optional.of(now), MailFlags.NONE).mail();
    return store.mail().mailWriter().prepare(mail.withFlags(Set.of(Flag.SEEN)));
  }

  /** The Bcc recipients, which only the writer sees. */
  private static byte[] trace(List<String> bcc) {
    return bcc.isEmpty()
        ? new byte[0]
        : ("Bcc: " + String.join(",\r\n ", bcc.stream().map(Submission::line).toList()) + "\r\n")
            .getBytes(UTF_8);
  }

  private static String line(String address) {
    return address.replaceAll("\\p{Cntrl}", "");
  }
}
