package arashi.delivery.protocol;

import arashi.delivery.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import seda.netio.Limit;

/**
 * How the sessions of one protocol are served.
 *
 * @param protocol which it is
 * @param hostname by which the server greets
 * @param recipients of a mail, at most; more are refused for now (RFC 5321, 4.5.3.1.10)
 * @param refusesBareLineEnds whether a mail with a CR or LF of its own is refused; otherwise they
 *     are data like others
 * @param offersTls whether a session may begin TLS
 * @param limits what a client may ask of a session
 */
public record SessionConfig(
    Protocol protocol,
    String hostname,
    int recipients,
    boolean refusesBareLineEnds,
    boolean offersTls,
    SessionLimits limits) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public SessionConfig {
    Objects.requireNonNull(limits, "limits");
    String section = protocol == Protocol.LMTP ? "mail.lmtp" : "mail.smtp";
    Limit.atLeast(section + ".max-recipients", recipients, 1);
    if (hostname.isEmpty() || !hostname.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "mail.delivery.hostname = " + hostname + ", must be a name like mx.example.org");
    }
  }

  boolean isLmtp() {
    return protocol == Protocol.LMTP;
  }

  /**
   * The lines of the reply to LHLO or EHLO.
   *
   * @param tls whether the session is under TLS
   */
  List<String> extensions(boolean tls) {
    List<String> lines = new ArrayList<>();
    lines.add(hostname);
    lines.add("PIPELINING");
    lines.add("SIZE " + limits.mailBytes());
    lines.add("8BITMIME");
    lines.add("SMTPUTF8");
    lines.add("ENHANCEDSTATUSCODES");
    if (offersTls && !tls) {
      lines.add("STARTTLS");
    }
    lines.add("CHUNKING");
    return lines;
  }
}
