package arashi.outbox;

import arashi.store.outbox.OutgoingRow.RecipientRow;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
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

  private final Map<RecipientRow, ServerReply> ofRecipients = new HashMap<>();
  private Relay.Mail sent;
  private int mails;
  private String command = "";
  private boolean dotSent;
  private ServerReply mail;
  private ServerReply data;
  private ServerReply dot;

  RelayDialogue(Session session, boolean implicitTls, Relay.Mail first) {
    super(session, null, implicitTls ? "smtps" : "smtp", implicitTls);
    this.sent = first;
  }

  /** Starts another mail on the same connection. */
  void begin(Relay.Mail next) {
    sent = next;
    ofRecipients.clear();
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
  record ServerReply(String command, int code, String text) {
    boolean positive() {
      return code >= 200 && code < 400;
    }

    boolean isOfRecipient() {
      return command.startsWith("RCPT ");
    }
  }

  @Override
  protected void finishData() throws IOException, MessagingException {
    sent.gate().beforeDot(sent.recipients().stream().filter(this::isAccepted).toList());
    dotSent = true;
    super.finishData();
  }

  private boolean isAccepted(RecipientRow recipient) {
    return ofRecipient(recipient).filter(ServerReply::positive).isPresent();
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
      sent.gate().progress();
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
    ServerReply reply = new ServerReply(command, code, String.valueOf(getLastServerResponse()));
    if (code <= 0) {
      return code; // the connection has ended
    }
    if (reply.isOfRecipient()) {
      ofRecipients.put(sent.recipients().get(ofRecipients.size()), reply); // in their order
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

  /** Returns the reply to a recipient. */
  Optional<ServerReply> ofRecipient(RecipientRow recipient) {
    return Optional.ofNullable(ofRecipients.get(recipient));
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
  Optional<ServerReply> ofMail() {
    return Optional.ofNullable(mail).filter(reply -> !reply.positive());
  }

  /** The refusal of DATA, if any. */
  Optional<ServerReply> ofData() {
    return Optional.ofNullable(data).filter(reply -> !reply.positive());
  }

  boolean dotWasSent() {
    return dotSent;
  }

  /** The reply to the final dot; empty if there was none. */
  Optional<ServerReply> ofDot() {
    return Optional.ofNullable(dot);
  }
}
