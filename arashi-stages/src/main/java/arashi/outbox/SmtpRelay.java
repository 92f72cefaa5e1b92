package arashi.outbox;

import arashi.mime.address.MailAddress;
import arashi.mime.header.SevenBitHeader;
import arashi.mime.text.TextCleaner;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
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
  private static final Answer SEVEN_BITS =
      new Answer(
          Kind.REFUSED,
          "554 5.6.1 The relay does not accept 8-bit mail (8BITMIME); forward it as an attachment"
              + " instead");
  private static final String BITS = "8BITMIME";
  private static final Answer NO_SMTPUTF8 =
      new Answer(
          Kind.REFUSED,
          "553 5.6.7 The relay does not accept non-ASCII letters before the @ (SMTPUTF8)");
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
  public List<Answered> send(Mail mail) {
    boolean utf8 =
        !isAscii(mail.sender())
            || mail.recipients().stream().anyMatch(one -> !isAscii(one.address()))
            || SevenBitHeader.isNeeded(mail.raw());
    Optional<RelayDialogue> open = utf8 ? Optional.empty() : connections.take(mail);
    if (open.isPresent()) {
      List<Answered> answers = send(open.get(), mail, false);
      if (open.get().wasAnswered()) {
        return answers;
      } // otherwise the relay has closed the idle connection
    }
    return send(
        new RelayDialogue(Session.getInstance(properties(utf8)), relay.implicitTls(), mail),
        mail,
        utf8);
  }

  @Override
  public void closeIdle() {
    connections.closeIdle();
  }

  /** Connects if necessary; returns the connection to the pool or closes it in the end. */
  private List<Answered> send(RelayDialogue dialogue, Mail mail, boolean utf8) {
    try {
      if (dialogue.mails() == 0) {
        dialogue.connect(relay.host(), relay.port(), relay.user().orElse(null), passwordOrNull());
      }
      return utf8 && !dialogue.supportsExtension(SMTPUTF8)
          ? inSevenBits(dialogue, mail)
          : transact(dialogue, mail, utf8);
    } catch (AuthenticationFailedException e) {
      return answers(mail, dialogue, "the relay rejected the user or password: " + text(e));
    } catch (MessagingException e) {
      return answers(mail, dialogue, text(e));
    } finally {
      if (!utf8 && dialogue.mayGoOn()) {
        connections.giveBack(dialogue);
      } else {
        dialogue.end();
      }
    }
  }

  private static List<Answered> transact(RelayDialogue dialogue, Mail mail, boolean utf8) {
    try {
      RelayLetter letter = letter(dialogue, mail, utf8);
      if (letter.hasHighBits() && !dialogue.supportsExtension(BITS)) {
        return SEVEN_BITS.to(mail.recipients());
      }
      dialogue.sendMessage(letter, addresses(mail.recipients()));
      return answers(mail, dialogue, "");
    } catch (MessagingException e) {
      return answers(mail, dialogue, text(e));
    }
  }

  /** Handles a relay without SMTPUTF8: refuses recipients that need it, sends to the others. */
  private static List<Answered> inSevenBits(RelayDialogue dialogue, Mail mail) {
    boolean ours = isAscii(mail.sender());
    Map<Boolean, List<RecipientRow>> byFitness =
        mail.recipients().stream()
            .collect(Collectors.partitioningBy(one -> ours && isAscii(one.address())));
    List<RecipientRow> fit = byFitness.get(true);
    List<Answered> answers = new ArrayList<>(NO_SMTPUTF8.to(byFitness.get(false)));
    if (!fit.isEmpty()) {
      byte[] raw = SevenBitHeader.of(mail.raw());
      Mail rest = new Mail(mail.envelopeId(), mail.sender(), fit, raw, mail.gate());
      dialogue.begin(rest);
      answers.addAll(transact(dialogue, rest, false));
    }
    answers.sort(Comparator.comparingInt(one -> one.recipient().n()));
    return answers;
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
    boolean hasUser = relay.user().isPresent();
    boolean local = relay.isLoopback();
    Properties properties = new Properties();
    String protocol = relay.implicitTls() ? "mail.smtps." : "mail.smtp.";
    BiConsumer<String, Object> set =
        (key, value) -> properties.setProperty(protocol + key, value.toString());
    set.accept("localhost", host);
    set.accept("connectiontimeout", config.connectTimeout().toMillis());
    set.accept("timeout", config.answerTimeout().toMillis());
    set.accept("writetimeout", config.answerTimeout().toMillis());
    set.accept("auth", hasUser);
    set.accept("starttls.enable", true);
    set.accept("starttls.required", hasUser && !local);
    set.accept("ssl.checkserveridentity", !local);
    if (local) {
      set.accept("ssl.trust", "*");
    }
    set.accept("sendpartial", true);
    set.accept("quitwait", false);
    properties.setProperty("mail.mime.allowutf8", Boolean.toString(utf8));
    return properties;
  }

  private static Address[] addresses(List<RecipientRow> recipients) {
    List<Address> addresses = new ArrayList<>();
    for (RecipientRow recipient : recipients) {
      InternetAddress address = new InternetAddress();
      address.setAddress(normal(recipient.address()));
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

  // ---- outcomes

  private static List<Answered> answers(Mail mail, RelayDialogue dialogue, String trouble) {
    return mail.recipients().stream()
        .map(one -> new Answered(one, answer(dialogue, one, trouble)))
        .toList();
  }

  private static Answer answer(RelayDialogue dialogue, RecipientRow recipient, String trouble) {
    Optional<RelayDialogue.ServerReply> own = dialogue.ofRecipient(recipient);
    if (own.isPresent() && !own.get().positive()) {
      return negative(own.get());
    }
    if (dialogue.dotWasSent()) {
      Optional<RelayDialogue.ServerReply> end = dialogue.ofDot();
      if (end.isEmpty()) {
        return new Answer(Kind.UNKNOWN, "connection lost before the relay's reply: " + trouble);
      }
      return end.get().positive()
          ? new Answer(Kind.ACCEPTED, text(end.get().text()))
          : negative(end.get());
    }
    Optional<RelayDialogue.ServerReply> refusal = dialogue.ofMail().or(dialogue::ofData);
    if (refusal.isPresent() && refusal.get().code() > 0) {
      return negative(refusal.get());
    }
    return new Answer(Kind.LATER, trouble.isEmpty() ? "the relay ended the session" : trouble);
  }

  /** Treats errors of connection, user or command order as temporary: the mail is fine. */
  private static Answer negative(RelayDialogue.ServerReply reply) {
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
