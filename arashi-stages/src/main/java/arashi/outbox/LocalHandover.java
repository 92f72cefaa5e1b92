package arashi.outbox;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Mailboxes;
import arashi.delivery.Protocol;
import arashi.delivery.Recipient;
import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import arashi.mime.address.MailAddress;
import arashi.outbox.Relay.Answer;
import arashi.outbox.Relay.Answered;
import arashi.outbox.Relay.Kind;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Delivers mail to the mailboxes of this service as if it had come by SMTP. A repeated delivery
 * within some days is deduplicated. Blocks on the database.
 */
final class LocalHandover {
  private static final int TEMPORARY = 400;
  private static final int FINAL = 500;

  private final Mailboxes mailboxes;
  private final String host;

  /**
   * Delivers to mailboxes.
   *
   * @param host name of this service
   */
  LocalHandover(Mailboxes mailboxes, String host) {
    this.mailboxes = mailboxes;
    this.host = host;
  }

  /** A recipient with a mailbox here. */
  record LocalRecipient(RecipientRow row, MailAddress address) {}

  private record Judged(RecipientRow row, Verdict verdict) {
    Optional<Recipient> accepted() {
      return verdict instanceof Verdict.Accepted taken
          ? Optional.of(taken.recipient())
          : Optional.empty();
    }
  }

  /** Returns the answer for each recipient, in order. */
  List<Answered> deliver(
      long id, String sender, List<LocalRecipient> recipients, byte[] raw, Instant now) {
    Envelope envelope =
        new Envelope(
            Protocol.SMTP,
            "local",
            host,
            false,
            false,
            MailAddress.parse(sender),
            recipients.stream().anyMatch(LocalHandover::needsUtf8),
            raw.length);
    List<Judged> judged =
        recipients.stream()
            .map(one -> new Judged(one.row(), mailboxes.judge(envelope, one.address())))
            .toList();
    List<Recipient> accepted = judged.stream().flatMap(one -> one.accepted().stream()).toList();
    Iterator<Reply> replies = store(id, envelope, accepted, raw, now).iterator();
    return judged.stream()
        .map(
            one ->
                one.verdict() instanceof Verdict.Refused refused
                    ? new Answered(one.row(), answer(refused.reply()))
                    : new Answered(one.row(), answer(replies.next())))
        .toList();
  }

  private static boolean needsUtf8(LocalRecipient recipient) {
    return recipient.address().toString().chars().anyMatch(c -> c > 0x7f);
  }

  private List<Reply> store(
      long id, Envelope envelope, List<Recipient> accepted, byte[] raw, Instant now) {
    if (accepted.isEmpty()) {
      return List.of();
    }
    IncomingMail mail = new IncomingMail(Long.toHexString(id), envelope, accepted, raw, now);
    return mailboxes.store(List.of(mailboxes.prepare(mail, true))).get(0);
  }

  private static Answer answer(Reply reply) {
    String text = reply.code() + " " + reply.status() + " " + reply.text();
    if (reply.accepted()) {
      return new Answer(Kind.ACCEPTED, text);
    }
    boolean temporary = reply.code() >= TEMPORARY && reply.code() < FINAL;
    return new Answer(temporary ? Kind.LATER : Kind.REFUSED, text);
  }
}
