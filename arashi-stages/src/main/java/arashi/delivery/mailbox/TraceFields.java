package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.mime.address.MailAddress;
import arashi.mime.view.OneClick;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Header fields that delivery adds per recipient (RFC 5321, 4.4): {@code Return-Path}, {@code
 * Delivered-To} and {@code Received}. They are stored beside the raw mail, which all recipients
 * share. A last field marks mails that qualify for one-click unsubscription.
 */
final class TraceFields {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final String END = "\r\n";
  private static final Pattern IPV4 = Pattern.compile("[0-9.]+");
  private static final Pattern IPV6 = Pattern.compile("(?=[^:]*:)[0-9A-Fa-f.:]+");
  private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9._:\\[\\]-]");
  private static final int MAX_NAME = 255;

  private TraceFields() {}

  /**
   * Returns the fields, each with its line end.
   *
   * @param host name of this service
   * @param oneClick true if {@link OneClick} applies
   */
  static byte[] of(IncomingMail mail, MailAddress recipient, String host, boolean oneClick) {
    Envelope envelope = mail.envelope();
    String text =
        "Return-Path: <"
            + envelope.sender().map(MailAddress::toString).orElse("")
            + ">"
            + END
            + "Delivered-To: "
            + recipient
            + END
            + "Received: from "
            + client(envelope)
            + END
            + "\tby "
            + host
            + " (Arashi) with "
            + protocol(envelope)
            + " id "
            + mail.queueId()
            + END
            + "\tfor <"
            + recipient
            + ">; "
            + DATE.format(mail.received())
            + END
            + (oneClick ? OneClick.TRACE : "");
    return text.getBytes(UTF_8);
  }

  /** The client's greeting name and its address. */
  private static String client(Envelope envelope) {
    String name = UNFIT.matcher(envelope.helo()).replaceAll("?");
    name = name.isEmpty() ? "unknown" : name.substring(0, Math.min(name.length(), MAX_NAME));
    String address = envelope.client();
    if (IPV4.matcher(address).matches()) {
      return name + " ([" + address + "])";
    }
    if (IPV6.matcher(address).matches()) {
      return name + " ([IPv6:" + address + "])";
    }
    return name + " (local)";
  }

  /** RFC 3848, 1, and RFC 6531, 4.3. */
  private static String protocol(Envelope envelope) {
    String prefix = envelope.smtputf8() ? "UTF8" : "";
    String secure = envelope.tls() ? "S" : "";
    boolean lmtp = envelope.protocol() == Protocol.LMTP;
    String name = lmtp ? "LMTP" : envelope.smtputf8() ? "SMTP" : "ESMTP";
    return prefix + name + secure;
  }
}
