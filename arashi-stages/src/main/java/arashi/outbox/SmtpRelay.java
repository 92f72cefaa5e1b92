package arashi.outbox;

import arashi.delivery.MailAddress;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A relay that speaks SMTP (RFC 5321, 6409). One connection for each mail; STARTTLS wherever the
 * server offers it. Certificates are checked, but for a relay on this machine. A user's password is
 * sent over TLS only, but for a relay on this machine. Thread-safe.
 */
final class SmtpRelay implements Relay {
  private static final String SMTPUTF8 = "SMTPUTF8";
  private static final String BITS = "8BITMIME";
  private static final int LONGEST_TEXT = 500;

  private final RelayConfig relay;
  private final OutboxConfig config;
  private final String host;

  /**
   * A relay.
   *
   * @param host the name of this service, for EHLO
   */
  SmtpRelay(RelayConfig relay, OutboxConfig config, String host) {
    this.relay = relay;
    this.config = config;
    this.host = host;
  }

  @Override
  public List<Answer> send(String sender, List<String> recipients, byte[] raw, Gate gate) {
    boolean utf8 = !isAscii(sender) || recipients.stream().anyMatch(one -> !isAscii(one));
    Session session = Session.getInstance(properties(utf8));
    RelayDialogue dialogue = new RelayDialogue(session, relay.implicitTls(), gate);
    String trouble = "";
    try {
      dialogue.connect(relay.host(), relay.port(), relay.user().orElse(null), passwordOrNull());
      if (utf8 && !dialogue.supportsExtension(SMTPUTF8)) {
        return all(recipients, Kind.REFUSED, "the relay takes no such addresses (SMTPUTF8)");
      }
      RelayLetter letter = new RelayLetter(session, raw, gate);
      letter.setEnvelopeFrom(normal(sender));
      letter.setNotifyOptions(RelayLetter.NOTIFY_FAILURE | RelayLetter.NOTIFY_DELAY);
      letter.setReturnOption(RelayLetter.RETURN_HDRS);
      if (!utf8 && letter.hasHighBits() && dialogue.supportsExtension(BITS)) {
        letter.setMailExtension("BODY=" + BITS);
      }
      dialogue.sendMessage(letter, addresses(recipients));
    } catch (AuthenticationFailedException e) {
      trouble = "the relay refuses its user or password: " + text(e);
    } catch (MessagingException e) {
      trouble = text(e);
    } finally {
      close(dialogue);
    }
    return answers(recipients, dialogue, trouble);
  }

  private String passwordOrNull() {
    return relay.user().isPresent() ? relay.password() : null;
  }

  private static void close(RelayDialogue dialogue) {
    try {
      dialogue.close();
    } catch (MessagingException e) {
      // what counts has been said
    }
  }

  private Properties properties(boolean utf8) {
    String protocol = relay.implicitTls() ? "mail.smtps." : "mail.smtp.";
    boolean local = relay.isLoopback();
    Properties properties = new Properties();
    properties.setProperty(protocol + "localhost", host);
    properties.setProperty(
        protocol + "connectiontimeout", Long.toString(config.connectTimeout().toMillis()));
    properties.setProperty(protocol + "timeout", Long.toString(config.answerTimeout().toMillis()));
    properties.setProperty(
        protocol + "writetimeout", Long.toString(config.answerTimeout().toMillis()));
    properties.setProperty(protocol + "auth", Boolean.toString(relay.user().isPresent()));
    properties.setProperty(protocol + "starttls.enable", "true");
    properties.setProperty(
        protocol + "starttls.required", Boolean.toString(relay.user().isPresent() && !local));
    properties.setProperty(protocol + "ssl.checkserveridentity", Boolean.toString(!local));
    if (local) {
      properties.setProperty(protocol + "ssl.trust", "*");
    }
    properties.setProperty(protocol + "sendpartial", "true");
    properties.setProperty(protocol + "quitwait", "false");
    properties.setProperty("mail.mime.allowutf8", Boolean.toString(utf8));
    return properties;
  }

  private static Address[] addresses(List<String> recipients) throws MessagingException {
    List<Address> addresses = new ArrayList<>();
    for (String recipient : recipients) {
      InternetAddress address = new InternetAddress();
      address.setAddress(normal(recipient));
      addresses.add(address);
    }
    return addresses.toArray(Address[]::new);
  }

  /** With the domain in A-labels, and the local part in quotes if it needs them. */
  private static String normal(String address) {
    return MailAddress.parse(address, true).map(MailAddress::toString).orElse(address);
  }

  private static boolean isAscii(String address) {
    return normal(address).chars().allMatch(c -> c < 0x80);
  }

  private static List<Answer> all(List<String> recipients, Kind kind, String text) {
    return recipients.stream().map(unused -> new Answer(kind, text)).toList();
  }

  // ---- what the dialogue means

  private static List<Answer> answers(
      List<String> recipients, RelayDialogue dialogue, String trouble) {
    List<Answer> answers = new ArrayList<>();
    for (int n = 0; n < recipients.size(); n++) {
      answers.add(answer(dialogue, n, trouble));
    }
    return answers;
  }

  private static Answer answer(RelayDialogue dialogue, int n, String trouble) {
    Optional<RelayDialogue.Reply> own = dialogue.ofRecipient(n);
    if (own.isPresent() && !own.get().positive()) {
      return negative(own.get());
    }
    if (dialogue.dotWasSent()) {
      Optional<RelayDialogue.Reply> end = dialogue.ofDot();
      if (end.isEmpty()) {
        return new Answer(Kind.UNKNOWN, "the connection broke before the answer: " + trouble);
      }
      return end.get().positive()
          ? new Answer(Kind.ACCEPTED, text(end.get().text()))
          : negative(end.get());
    }
    Optional<RelayDialogue.Reply> refusal = dialogue.ofMail().or(dialogue::ofData);
    if (refusal.isPresent() && refusal.get().code() > 0) {
      return negative(refusal.get());
    }
    return new Answer(Kind.LATER, trouble.isEmpty() ? "the relay ended the dialogue" : trouble);
  }

  /** What concerns the connection, the user or the order of commands says nothing of the mail. */
  private static Answer negative(RelayDialogue.Reply reply) {
    boolean forGood =
        switch (reply.code()) {
          case 500, 501, 502, 503, 504, 530, 534, 535, 538 ->
              reply.isOfRecipient() && reply.code() == 501;
          default -> reply.code() >= 500 && reply.code() < 600;
        };
    return new Answer(forGood ? Kind.REFUSED : Kind.LATER, text(reply.text()));
  }

  private static String text(MessagingException e) {
    Throwable cause = e.getNextException() == null ? e : e.getNextException();
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return text(message);
  }

  private static String text(String reply) {
    String line = reply.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) : line;
  }
}
