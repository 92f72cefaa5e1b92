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
 * exceptions tell less, and nothing of what happened around the final dot. For one thread.
 */
final class RelayDialogue extends SMTPTransport {
  private static final String DOT = ".";

  private final Relay.Gate gate;
  private final List<Reply> recipients = new ArrayList<>();
  private String command = "";
  private boolean dotSent;
  private Reply mail;
  private Reply data;
  private Reply dot;

  RelayDialogue(Session session, boolean implicitTls, Relay.Gate gate) {
    super(session, null, implicitTls ? "smtps" : "smtp", implicitTls);
    this.gate = gate;
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
    super.sendCommand(text);
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
    }
    return code;
  }

  /** What was said to the n-th recipient. */
  Optional<Reply> ofRecipient(int n) {
    return n < recipients.size() ? Optional.of(recipients.get(n)) : Optional.empty();
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
