package arashi.delivery.protocol;

import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.delivery.Reply;
import arashi.delivery.TestMailboxes;
import arashi.delivery.memory.Claim;
import arashi.delivery.memory.MailMemory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A session without sockets, on mailboxes in memory. Its input is cut into pieces. */
final class Dialogue {
  static final long MAIL_BYTES = 100_000;
  static final int MEMORY = 400_000;
  static final SessionLimits LIMITS = new SessionLimits(2048, 4096, 200, 5, MAIL_BYTES);
  private static final Pattern LAST_LINE = Pattern.compile("(?m)^([0-9]{3}) ");

  final TestMailboxes mailboxes = new TestMailboxes();
  final MailMemory memory = memory(MEMORY);
  final Session session;
  private final IntUnaryOperator cut;
  private final StringBuilder said = new StringBuilder();
  private boolean secured;
  private boolean closed;

  /**
   * Starts a session and sends the greeting.
   *
   * @param cut returns the size of the next piece, given the octets left
   */
  static Dialogue begun(Protocol protocol, IntUnaryOperator cut) {
    Dialogue dialogue = new Dialogue(config(protocol), true, cut);
    dialogue.send(protocol == Protocol.LMTP ? "LHLO client\r\n" : "EHLO client\r\n");
    return dialogue;
  }

  static Dialogue lmtp() {
    return begun(Protocol.LMTP, IntUnaryOperator.identity());
  }

  static Dialogue smtp() {
    return begun(Protocol.SMTP, IntUnaryOperator.identity());
  }

  static SessionConfig config(Protocol protocol) {
    boolean smtp = protocol == Protocol.SMTP;
    return new SessionConfig(protocol, "mx.example.org", smtp ? 3 : 10, smtp, true, LIMITS);
  }

  static MailMemory memory(long bytes) {
    return new MailMemory(bytes, MAIL_BYTES, Duration.ofMinutes(5), () -> 0);
  }

  static Claim claim(MailMemory memory) {
    return memory.claim(null, () -> {});
  }

  Dialogue(SessionConfig config, boolean trusted, IntUnaryOperator cut) {
    this.session = new Session(config, new Client("192.0.2.7", trusted), () -> claim(memory));
    this.cut = cut;
  }

  /** Takes nearly all memory for other mails. */
  List<Claim> fillMemory() {
    List<Claim> others = new ArrayList<>();
    for (long size = memory.bytes(); size > 100; size -= 100) {
      Claim other = claim(memory);
      if (other.tryReserve(size)) {
        others.add(other);
      } else {
        other.release();
      }
    }
    return others;
  }

  /** Sends text in UTF-8; returns the replies. */
  String send(String text) {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  String send(byte[] octets) {
    said.setLength(0);
    for (int from = 0; from < octets.length && !closed && !secured; ) {
      int length = cut.applyAsInt(octets.length - from);
      take(ByteBuffer.wrap(Arrays.copyOfRange(octets, from, from + length)));
      from += length;
    }
    secured = false; // the handshake discards the rest
    return said.toString();
  }

  /** Sends text; returns the reply codes, separated by blanks. */
  String codes(String text) {
    return codes(text.getBytes(StandardCharsets.UTF_8));
  }

  String codes(byte[] octets) {
    return String.join(
        " ",
        LAST_LINE
            .matcher(send(octets))
            .results()
            .map((MatchResult line) -> line.group(1))
            .toList());
  }

  boolean isClosed() {
    return closed;
  }

  /** The contents of the stored mails. */
  List<String> contents() {
    return mailboxes.mails().stream()
        .map(mail -> new String(mail.raw(), StandardCharsets.ISO_8859_1))
        .toList();
  }

  private void take(ByteBuffer in) {
    while (true) {
      Next next = session.next(in);
      said.append(StandardCharsets.US_ASCII.decode(session.takeReplies()));
      switch (next) {
        case INPUT -> {
          return;
        }
        case ADMIT -> {
          if (session.reserves()) {
            session.admitted();
          } else {
            session.refuse(new Reply(451, "4.3.2", "No memory yet"));
          }
        }
        case JUDGE -> session.judged(mailboxes.judge(session.envelope(), session.candidate()));
        case MEMORY -> session.refuse(new Reply(452, "4.3.1", "No memory"));
        case DELIVER -> deliver();
        case SECURE -> {
          session.secured();
          secured = true;
          return;
        }
        case CLOSE -> {
          closed = true;
          return;
        }
      }
    }
  }

  private void deliver() {
    ReceivedMail mail = session.takeMail();
    IncomingMail incoming =
        new IncomingMail(
            "Q", mail.envelope(), mail.recipients(), mail.content().toArray(), Instant.EPOCH);
    mail.content().release();
    session.delivered(mailboxes.store(List.of(mailboxes.prepare(incoming, true))).get(0));
  }
}
