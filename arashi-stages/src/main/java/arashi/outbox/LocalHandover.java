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
import arashi.outbox.Relay.Kind;
import java.time.Instant;
import java.util.ArrayList;
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

  /** Returns the outcome per recipient, in order. */
  List<Answer> deliver(
      long id, String sender, List<MailAddress> recipients, byte[] raw, Instant now) {
    Envelope envelope =
        new Envelope(
            Protocol.SMTP,
            "local",
            host,
            false,
            false,
            MailAddress.parse(sender),
            recipients.stream().anyMatch(one -> one.toString().chars().anyMatch(c -> c > 0x7f)),
            raw.length);
    List<Optional<Answer>> refusals = new ArrayList<>();
    List<Recipient> accepted = new ArrayList<>();
    for (MailAddress recipient : recipients) {
      Verdict verdict = mailboxes.judge(envelope, recipient);
      if (verdict instanceof Verdict.Accepted taken) {
        accepted.add(taken.recipient());
        refusals.add(Optional.empty());
      } else {
        refusals.add(Optional.of(answer(((Verdict.Refused) verdict).reply())));
      }
    }
    List<Reply> replies = accepted.isEmpty() ? List.of() : store(id, envelope, accepted, raw, now);
    List<Answer> answers = new ArrayList<>();
    int next = 0;
    for (Optional<Answer> refusal : refusals) {
      answers.add(refusal.isPresent() ? refusal.get() : answer(replies.get(next++)));
    }
    return answers;
  }

  private List<Reply> store(
      long id, Envelope envelope, List<Recipient> accepted, byte[] raw, Instant now) {
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
