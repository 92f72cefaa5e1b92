package arashi.delivery.protocol;

import arashi.delivery.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import seda.kernel.Limit;

/**
 * Settings of the sessions of one protocol.
 *
 * @param protocol the protocol
 * @param hostname name in the greeting
 * @param recipients maximum per mail; more get a temporary refusal (RFC 5321, 4.5.3.1.10)
 * @param refusesBareLineEnds true to refuse mail with a bare CR or LF; otherwise they are data
 * @param offersTls true to offer STARTTLS
 * @param limits limits of a session
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
   * @throws IllegalArgumentException with the key, the value and what is allowed
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
   * Returns the reply lines of LHLO or EHLO.
   *
   * @param tls true if the session uses TLS
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
