package arashi.outbox;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/**
 * The library's dialogue, listened to: what the server said to which command. The library's own
 * exceptions tell less, and nothing of what happened around the final dot. For one thread at a
 * time.
 */
final class RelayDialogue extends SMTPTransport {
  private static final String DOT = ".";
  private static final String QUIT = "QUIT";
  private static final int CLOSING = 421;

  private final List<Reply> recipients = new ArrayList<>();
  private Relay.Gate gate;
  private int mails;
  private String command = "";
  private boolean dotSent;
  private Reply mail;
  private Reply data;
  private Reply dot;

  RelayDialogue(Session session, boolean implicitTls, Relay.Gate gate) {
    super(session, null, implicitTls ? "smtps" : "smtp", implicitTls);
    this.gate = gate;
  }

  /** Begins with another mail on the same connection. */
  void begin(Relay.Gate next) {
    gate = next;
    recipients.clear();
    command = "";
    dotSent = false;
    mail = null;
    data = null;
    dot = null;
  }

  /** What a letter is made with. */
  Session session() {
    return session;
  }

  /** Mails that the server has taken on this connection. */
  int mails() {
    return mails;
  }

  /** Says good-bye, if anybody listens, and closes the socket. */
  void end() {
    try {
      setConnected(true); // the library leaves the socket of a greeting that went wrong open
      close();
    } catch (MessagingException e) {
      // what counts has been said
    }
  }

  /**
   * A reply of the server.
   *
   * @param code of three digits
   * @param text the whole, with the code
   */
  record Reply(String command, int code, String text) {
    boolean positive() {
      return code >= 200 && code < 400;
    }

    boolean isOfRecipient() {
      return command.startsWith("RCPT ");
    }
  }

  @Override
  protected void finishData() throws IOException, MessagingException {
    List<Integer> accepted = new ArrayList<>();
    for (int n = 0; n < recipients.size(); n++) {
      if (recipients.get(n).positive()) {
        accepted.add(n);
      }
    }
    gate.beforeDot(accepted);
    dotSent = true;
    super.finishData();
  }

  @Override
  protected void sendCommand(String text) throws MessagingException {
    command = text.toUpperCase(Locale.ROOT);
    if (!command.equals(DOT) && !command.equals(QUIT)) { // before the dot, the gate was asked
      progress();
    }
    super.sendCommand(withOriginalRecipient(text));
  }

  /** A relay may take its time for each of many recipients. */
  private void progress() throws MessagingException {
    try {
      gate.progress();
    } catch (IOException e) {
      throw new MessagingException(e.getMessage(), e);
    }
  }

  /** ORCPT comes back in reports, whatever the servers on the way make of the address. */
  private String withOriginalRecipient(String text) {
    if (!text.startsWith("RCPT TO:<") || !supportsExtension("DSN")) {
      return text;
    }
    String address = text.substring(text.indexOf('<') + 1, text.lastIndexOf('>'));
    boolean ascii = address.chars().allMatch(c -> c < 0x7f);
    return ascii ? text + " ORCPT=rfc822;" + xtext(address) : text; // else: RFC 6533
  }

  @Override
  protected int readServerResponse() throws MessagingException {
    int code = super.readServerResponse();
    Reply reply = new Reply(command, code, String.valueOf(getLastServerResponse()));
    if (code <= 0) {
      return code; // the connection is at its end
    }
    if (reply.isOfRecipient()) {
      recipients.add(reply);
    } else if (command.startsWith("MAIL ")) {
      mail = reply;
    } else if (command.equals("DATA")) {
      data = reply;
    } else if (command.equals(DOT)) {
      dot = reply;
      mails += reply.positive() ? 1 : 0;
    }
    return code;
  }

  /** What was said to the n-th recipient. */
  Optional<Reply> ofRecipient(int n) {
    return n < recipients.size() ? Optional.of(recipients.get(n)) : Optional.empty();
  }

  /** True if the server has said anything of this mail; a server that closes says 421. */
  boolean wasAnswered() {
    return mail != null && mail.code() != CLOSING;
  }

  /** True if the mail was taken, and the next one may follow. */
  boolean mayGoOn() {
    return dot != null && dot.positive();
  }

  /** The refusal of the sender. */
  Optional<Reply> ofMail() {
    return Optional.ofNullable(mail).filter(reply -> !reply.positive());
  }

  /** The refusal to take content. */
  Optional<Reply> ofData() {
    return Optional.ofNullable(data).filter(reply -> !reply.positive());
  }

  boolean dotWasSent() {
    return dotSent;
  }

  /** What was said to the final dot; empty: nothing. */
  Optional<Reply> ofDot() {
    return Optional.ofNullable(dot);
  }
}
