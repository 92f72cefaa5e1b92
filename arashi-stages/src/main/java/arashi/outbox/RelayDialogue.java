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
 * SMTP dialogue of the mail library that records the server's reply to each command. The library's
 * exceptions report less, and nothing about the final dot. One thread at a time.
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

  /** Starts another mail on the same connection. */
  void begin(Relay.Gate next) {
    gate = next;
    recipients.clear();
    command = "";
    dotSent = false;
    mail = null;
    data = null;
    dot = null;
  }

  /** The library's session, which a letter needs. */
  Session session() {
    return session;
  }

  /** Mails that the server accepted on this connection. */
  int mails() {
    return mails;
  }

  /** Sends QUIT if possible, and closes the socket. */
  void end() {
    try {
      setConnected(true); // the library leaks the socket of a failed greeting
      close();
    } catch (MessagingException e) {
      // all relevant replies are recorded
    }
  }

  /**
   * A reply of the server.
   *
   * @param code three digits
   * @param text whole reply with its code
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
    if (!command.equals(DOT) && !command.equals(QUIT)) { // the gate was asked before the dot
      progress();
    }
    super.sendCommand(withOriginalRecipient(text));
  }

  /** Asks the gate, since a relay may be slow for each of many recipients. */
  private void progress() throws MessagingException {
    try {
      gate.progress();
    } catch (IOException e) {
      throw new MessagingException(e.getMessage(), e);
    }
  }

  /** Adds ORCPT, which reports return unchanged even if servers rewrite the address. */
  private String withOriginalRecipient(String text) {
    if (!text.startsWith("RCPT TO:<") || !supportsExtension("DSN")) {
      return text;
    }
    String address = text.substring(text.indexOf('<') + 1, text.lastIndexOf('>'));
    boolean ascii = address.chars().allMatch(c -> c < 0x7f);
    return ascii ? text + " ORCPT=rfc822;" + xtext(address) : text; // otherwise RFC 6533
  }

  @Override
  protected int readServerResponse() throws MessagingException {
    int code = super.readServerResponse();
    Reply reply = new Reply(command, code, String.valueOf(getLastServerResponse()));
    if (code <= 0) {
      return code; // the connection has ended
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

  /** Returns the reply to the n-th recipient. */
  Optional<Reply> ofRecipient(int n) {
    return n < recipients.size() ? Optional.of(recipients.get(n)) : Optional.empty();
  }

  /** True if the server replied to this mail; 421 means that it closes. */
  boolean wasAnswered() {
    return mail != null && mail.code() != CLOSING;
  }

  /** True if the mail was accepted, and another may follow. */
  boolean mayGoOn() {
    return dot != null && dot.positive();
  }

  /** The refusal of the sender, if any. */
  Optional<Reply> ofMail() {
    return Optional.ofNullable(mail).filter(reply -> !reply.positive());
  }

  /** The refusal of DATA, if any. */
  Optional<Reply> ofData() {
    return Optional.ofNullable(data).filter(reply -> !reply.positive());
  }

  boolean dotWasSent() {
    return dotSent;
  }

  /** The reply to the final dot; empty if there was none. */
  Optional<Reply> ofDot() {
    return Optional.ofNullable(dot);
  }
}
