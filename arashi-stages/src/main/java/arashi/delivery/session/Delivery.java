package arashi.delivery.session;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Mailboxes;
import arashi.delivery.Reply;
import arashi.delivery.protocol.ReceivedMail;
import arashi.mime.address.MailAddress;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Reservation;

/**
 * A mail from its last octet to its replies: the event of the stages parse and deliver. One thread
 * at a time owns it. It ends once: by {@link #finish}, or by {@link #refuse} if no stage accepted
 * it.
 */
final class Delivery {
  private static final Logger log = LoggerFactory.getLogger(Delivery.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final String queueId;
  private final ReceivedMail mail;
  private final Instant received;
  private final long beganNanos;
  private final long wholeNanos;
  private final Consumer<List<Reply>> answer;

  private long arrivedNanos;
  private Reservation room; // null if large
  private Mailboxes.Ready ready;
  private LargeTurns turns; // null if it has none

  /**
   * A complete mail.
   *
   * @param beganNanos start of its transaction
   * @param wholeNanos arrival of its last octet
   * @param answer receives the replies, one per recipient; any thread
   */
  Delivery(
      String queueId,
      ReceivedMail mail,
      Instant received,
      long beganNanos,
      long wholeNanos,
      Consumer<List<Reply>> answer) {
    this.queueId = queueId;
    this.mail = mail;
    this.received = received;
    this.beganNanos = beganNanos;
    this.wholeNanos = wholeNanos;
    this.answer = answer;
  }

  String queueId() {
    return queueId;
  }

  /** Copies the content: CPU work. */
  IncomingMail incoming() {
    return new IncomingMail(
        queueId, mail.envelope(), mail.recipients(), mail.content().toArray(), received);
  }

  /**
   * The first copy's account, so a flood for one account delays others by a turn only. Large mails
   * are a flow of their own, which small ones do not wait for.
   */
  long flow() {
    return 2 * account() + (isLarge() ? 1 : 0);
  }

  /** True if it takes a turn. */
  boolean isLarge() {
    return mail.content().size() > LargeTurns.LARGE_BYTES;
  }

  private long account() {
    return mail.recipients().get(0).mailboxes().stream()
        .mapToLong(mailbox -> mailbox.account())
        .findFirst()
        .orElse(0);
  }

  // ---- progress

  /** Sets the time of the offer. Earlier waiting is back-pressure, and does not count. */
  void offeredAt(long nanos) {
    arrivedNanos = nanos;
  }

  long arrivedNanos() {
    return arrivedNanos;
  }

  /** Sets the reservation in the storing stage. */
  void hasRoom(Reservation kept) {
    room = kept;
  }

  Reservation room() {
    return room;
  }

  /** Aborts the reservation, if it has one. */
  void leaveRoom() {
    if (room != null) {
      room.abort();
    }
  }

  void prepared(Mailboxes.Ready prepared) {
    ready = prepared;
  }

  Mailboxes.Ready ready() {
    return ready;
  }

  /**
   * Takes a turn if the mail is large, and keeps it to the end.
   *
   * @param comes called when the turn comes
   * @return false if it waits for its turn
   */
  boolean hasTurn(LargeTurns largeTurns, Runnable comes) {
    if (!isLarge()) {
      return true;
    }
    turns = largeTurns;
    return largeTurns.tryTake(this, comes);
  }

  // ---- the end

  private void release() {
    mail.content().release();
    if (turns != null) {
      turns.giveBack(this);
    }
  }

  /** Ends a mail that no stage accepted; the session knows already. */
  void refuse(Reply reason, long nowNanos) {
    release();
    tell(Collections.nCopies(mail.recipients().size(), reason), nowNanos);
  }

  /** Ends the mail with the same reply for all recipients. */
  void finish(Reply reply, long nowNanos) {
    finish(Collections.nCopies(mail.recipients().size(), reply), nowNanos);
  }

  /** Ends the mail with its replies, and logs a line. */
  void finish(List<Reply> replies, long nowNanos) {
    release();
    tell(replies, nowNanos);
    answer.accept(replies);
  }

  private void tell(List<Reply> replies, long nowNanos) {
    Envelope envelope = mail.envelope();
    List<Integer> refusals =
        replies.stream().filter(one -> !one.accepted()).map(Reply::code).distinct().toList();
    log.info(
        "mail={} protocol={} client={} tls={} sender-domain={} recipients={} accepted={} refused={}"
            + " size={} received-ms={} stored-ms={}",
        queueId,
        envelope.protocol(),
        envelope.client(),
        envelope.tls(),
        envelope.sender().map(MailAddress::domain).orElse("<>"),
        mail.recipients().size(),
        replies.stream().filter(Reply::accepted).count(),
        refusals,
        mail.content().size(),
        (wholeNanos - beganNanos) / NANOS_PER_MILLI,
        (nowNanos - wholeNanos) / NANOS_PER_MILLI);
  }
}
