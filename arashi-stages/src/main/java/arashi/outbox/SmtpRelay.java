package arashi.outbox;

import arashi.mime.address.MailAddress;
import arashi.mime.header.SevenBitHeader;
import arashi.mime.text.TextCleaner;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;

/**
 * A relay that speaks SMTP (RFC 5321, 6409).
 *
 * <p>Connections are reused, except for mail that needs SMTPUTF8 (RFC 6531), which the library
 * decides once per connection. If the relay lacks SMTPUTF8, the recipients that need it fail, and
 * the others get the mail without those addresses in its header.
 *
 * <p>STARTTLS is used whenever the server offers it. Certificates are verified and passwords need
 * TLS, except for a relay on this machine. Where the relay supports DSN (RFC 3461), reports of
 * failures and delays are requested, with the header only. Thread-safe.
 */
final class SmtpRelay implements Relay {
  private static final String SMTPUTF8 = "SMTPUTF8";
  private static final String DSN = "DSN";
  private static final String SEVEN_BITS =
      "554 5.6.1 The relay does not accept 8-bit mail (8BITMIME); forward it as an attachment"
          + " instead";
  private static final String BITS = "8BITMIME";
  private static final String NO_SMTPUTF8 =
      "553 5.6.7 The relay does not accept non-ASCII letters before the @ (SMTPUTF8)";
  private static final int LONGEST_TEXT = 500;

  private final RelayConfig relay;
  private final OutboxConfig config;
  private final String host;
  private final RelayConnections connections;

  /**
   * Connects to a relay.
   *
   * @param host name of this service, for EHLO
   */
  SmtpRelay(RelayConfig relay, OutboxConfig config, String host, InstantSource time) {
    this.relay = relay;
    this.config = config;
    this.host = host;
    this.connections =
        new RelayConnections(
            config.threads(), config.idleTimeout(), config.mailsPerConnection(), time);
  }

  @Override
  public List<Answer> send(
      String envelopeId, String sender, List<String> recipients, byte[] raw, Gate gate) {
    Mail mail = new Mail(envelopeId, sender, recipients, raw, gate);
    boolean utf8 =
        !isAscii(sender)
            || recipients.stream().anyMatch(one -> !isAscii(one))
            || SevenBitHeader.isNeeded(raw);
    Optional<RelayDialogue> open = utf8 ? Optional.empty() : connections.take(gate);
    if (open.isPresent()) {
      List<Answer> answers = send(open.get(), mail, false);
      if (open.get().wasAnswered()) {
        return answers;
      } // otherwise the relay has closed the idle connection
    }
    return send(
        new RelayDialogue(Session.getInstance(properties(utf8)), relay.implicitTls(), gate),
        mail,
        utf8);
  }

  @Override
  public void closeIdle() {
    connections.closeIdle();
  }

  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Mail(
      String envelopeId, String sender, List<String> recipients, byte[] raw, Gate gate) {}

  /** Connects if necessary; returns the connection to the pool or closes it in the end. */
  private List<Answer> send(RelayDialogue dialogue, Mail mail, boolean utf8) {
    try {
      if (dialogue.mails() == 0) {
        dialogue.connect(relay.host(), relay.port(), relay.user().orElse(null), passwordOrNull());
      }
      return utf8 && !dialogue.supportsExtension(SMTPUTF8)
          ? inSevenBits(dialogue, mail)
          : transact(dialogue, mail, utf8);
    } catch (AuthenticationFailedException e) {
      String trouble = "the relay rejected the user or password: " + text(e);
      return answers(mail.recipients(), dialogue, trouble);
    } catch (MessagingException e) {
      return answers(mail.recipients(), dialogue, text(e));
    } finally {
      if (!utf8 && dialogue.mayGoOn()) {
        connections.giveBack(dialogue);
      } else {
        dialogue.end();
      }
    }
  }

  private static List<Answer> transact(RelayDialogue dialogue, Mail mail, boolean utf8) {
    try {
      RelayLetter letter = letter(dialogue, mail, utf8);
      if (letter.hasHighBits() && !dialogue.supportsExtension(BITS)) {
        return all(mail.recipients(), Kind.REFUSED, SEVEN_BITS);
      }
      dialogue.sendMessage(letter, addresses(mail.recipients()));
      return answers(mail.recipients(), dialogue, "");
    } catch (MessagingException e) {
      return answers(mail.recipients(), dialogue, text(e));
    }
  }

  /** Handles a relay without SMTPUTF8: refuses recipients that need it, sends to the others. */
  private static List<Answer> inSevenBits(RelayDialogue dialogue, Mail mail) {
    boolean ours = isAscii(mail.sender());
    List<Integer> kept =
        IntStream.range(0, mail.recipients().size())
            .filter(n -> ours && isAscii(mail.recipients().get(n)))
            .boxed()
            .toList();
    List<Answer> answers = new ArrayList<>(all(mail.recipients(), Kind.REFUSED, NO_SMTPUTF8));
    if (!kept.isEmpty()) {
      Mail rest =
          new Mail(
              mail.envelopeId(),
              mail.sender(),
              kept.stream().map(mail.recipients()::get).toList(),
              SevenBitHeader.of(mail.raw()),
              new PartGate(mail.gate(), kept));
      dialogue.begin(rest.gate());
      List<Answer> ofRest = transact(dialogue, rest, false);
      for (int i = 0; i < kept.size(); i++) {
        answers.set(kept.get(i), ofRest.get(i));
      }
    }
    return answers;
  }

  /** The gate of a mail that is sent to some of its recipients. */
  private record PartGate(Gate whole, List<Integer> recipients) implements Gate {
    @Override
    public void progress() throws IOException {
      whole.progress();
    }

    @Override
    public void beforeDot(List<Integer> accepted) throws IOException {
      whole.beforeDot(accepted.stream().map(recipients::get).toList());
    }
  }

  private static RelayLetter letter(RelayDialogue dialogue, Mail mail, boolean utf8)
      throws MessagingException {
    RelayLetter letter = new RelayLetter(dialogue.session(), mail.raw(), mail.gate());
    letter.setEnvelopeFrom(normal(mail.sender()));
    letter.setNotifyOptions(RelayLetter.NOTIFY_FAILURE | RelayLetter.NOTIFY_DELAY);
    letter.setReturnOption(RelayLetter.RETURN_HDRS);
    List<String> parameters = new ArrayList<>();
    if (!utf8 && letter.hasHighBits() && dialogue.supportsExtension(BITS)) {
      parameters.add("BODY=" + BITS);
    }
    if (dialogue.supportsExtension(DSN)) {
      parameters.add("ENVID=" + mail.envelopeId());
    }
    letter.setMailExtension(String.join(" ", parameters));
    return letter;
  }

  private String passwordOrNull() {
    return relay.user().isPresent() ? relay.password() : null;
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

  /** Returns the address with its domain in A-labels, and the local part quoted if necessary. */
  private static String normal(String address) {
    return MailAddress.parse(address).map(MailAddress::toString).orElse(address);
  }

  private static boolean isAscii(String address) {
    return TextCleaner.isAscii(normal(address));
  }

  private static List<Answer> all(List<String> recipients, Kind kind, String text) {
    return recipients.stream().map(unused -> new Answer(kind, text)).toList();
  }

  // ---- outcomes

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
        return new Answer(Kind.UNKNOWN, "connection lost before the relay's reply: " + trouble);
      }
      return end.get().positive()
          ? new Answer(Kind.ACCEPTED, text(end.get().text()))
          : negative(end.get());
    }
    Optional<RelayDialogue.Reply> refusal = dialogue.ofMail().or(dialogue::ofData);
    if (refusal.isPresent() && refusal.get().code() > 0) {
      return negative(refusal.get());
    }
    return new Answer(Kind.LATER, trouble.isEmpty() ? "the relay ended the session" : trouble);
  }

  /** Treats errors of connection, user or command order as temporary: the mail is fine. */
  private static Answer negative(RelayDialogue.Reply reply) {
    boolean forGood =
        switch (reply.code()) {
          case 500, 501, 502, 503, 504, 530, 534, 535, 538 ->
              reply.isOfRecipient() && reply.code() == 501;
          default -> reply.code() >= 500 && reply.code() < 600;
        };
    return new Answer(forGood ? Kind.REFUSED : Kind.LATER, text(reply.text()));
  }

  /** Describes a failure without an answer of the relay. */
  static String text(MessagingException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return text(
            "TLS with the relay is refused ("
                + cause.getMessage()
                + "): Java must trust the authority of the relay's certificate, which must name"
                + " the host of mail.relay");
      }
    }
    Throwable cause = e.getNextException() == null ? e : e.getNextException();
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return text(message);
  }

  private static String text(String reply) {
    String line = reply.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) : line;
  }
}
