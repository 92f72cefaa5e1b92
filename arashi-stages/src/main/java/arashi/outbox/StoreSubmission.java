package arashi.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.delivery.MailAddress;
import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.store.Store;
import arashi.store.mail.Flag;
import arashi.store.mail.PreparedMail;
import arashi.store.outbox.SubmitResult;
import arashi.store.outbox.Submittal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Submits mail to the outbox of the store. All checks come before anything is stored: the sender's
 * identity, the recipients, and the account's rate.
 */
public final class StoreSubmission implements Submission {
  /** Size of the trace column. */
  private static final int MOST_TRACE = (64 << 10) - 1;

  private final Store store;
  private final Intake intake;
  private final OutboxConfig config;
  private final InstantSource time;
  private final StoreOutbound outbound;

  /** Submission to a store. */
  public StoreSubmission(Store store, Intake intake, OutboxConfig config, InstantSource time) {
    this.store = store;
    this.intake = intake;
    this.config = config;
    this.time = time;
    this.outbound = new StoreOutbound(store.addresses(), config.relay().isPresent());
  }

  @Override
  public Outbound outbound() {
    return outbound;
  }

  @Override
  public boolean recall(long account, long id) {
    return store.outbox().recall(account, id);
  }

  @Override
  public boolean reschedule(long account, long id, Instant at) {
    return store.outbox().reschedule(account, id, at);
  }

  @Override
  public Result submit(Outgoing mail) {
    List<String> recipients = distinct(mail.recipients());
    for (String sender : List.of(mail.from(), mail.envelopeFrom())) {
      if (!store.identities().mayUse(mail.account(), sender)) {
        return new Result.ForeignSender(sender);
      }
    }
    if (recipients.isEmpty()) {
      return new Result.NoRecipient();
    }
    if (mail.raw().length > config.mailBytes()) {
      return new Result.TooLarge(mail.raw().length, config.mailBytes());
    }
    byte[] trace = trace(mail.bcc());
    if (trace.length > MOST_TRACE) {
      return new Result.TooMuchBcc();
    }
    List<Outbound.Unreachable> unreachable = outbound.unreachable(recipients);
    if (!unreachable.isEmpty() && store.outbox().find(mail.account(), mail.draft()).isEmpty()) {
      return new Result.Refused(unreachable);
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
    return result(store.outbox().submit(submittal, config.recipientsAnHour()), submittal);
  }

  /** Removes duplicates that differ only in case. */
  private static List<String> distinct(List<String> recipients) {
    record Key(String folded, String domain) {}
    Set<Object> seen = new HashSet<>();
    return recipients.stream()
        .filter(
            one ->
                seen.add(
                    MailAddress.parse(one, true)
                        .<Object>map(address -> new Key(address.folded(), address.domain()))
                        .orElse(one)))
        .toList();
  }

  private PreparedMail prepared(byte[] raw, Instant now) {
    return store
        .mailWriter()
        .prepare(
            intake.take(raw, Optional.of(now), MailFlags.NONE).mail().withFlags(Set.of(Flag.SEEN)));
  }

  /** The Bcc recipients, which only the writer sees. */
  private static byte[] trace(List<String> bcc) {
    return bcc.isEmpty()
        ? new byte[0]
        : ("Bcc: "
                + String.join(",\r\n ", bcc.stream().map(StoreSubmission::line).toList())
                + "\r\n")
            .getBytes(UTF_8);
  }

  private static String line(String address) {
    return address.replaceAll("\\p{Cntrl}", "");
  }

  private static Result result(SubmitResult submitted, Submittal mail) {
    Instant undoUntil = mail.heldUntil();
    if (submitted instanceof SubmitResult.Submitted done) {
      return new Result.Accepted(done.id(), undoUntil, false, mail.isScheduled());
    }
    if (submitted instanceof SubmitResult.Already already) {
      return new Result.Accepted(already.id(), undoUntil, true, mail.isScheduled());
    }
    if (submitted instanceof SubmitResult.Changed changed) {
      return new Result.Changed(changed.version());
    }
    if (submitted instanceof SubmitResult.TooMany tooMany) {
      return new Result.TooMany(tooMany.most());
    }
    return new Result.NoDraft();
  }

  /** Time in which a mail can be recalled. */
  public Duration hold() {
    return config.hold();
  }
}
