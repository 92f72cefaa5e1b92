package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.mime.address.MailAddress;
import java.util.HashSet;
import java.util.Set;

/**
 * Detects mail loops: too many {@code Received} fields (RFC 5321, 6.3), or an earlier delivery to
 * the same address.
 */
final class LoopGuard {
  private final boolean tooManyHops;
  private final Set<MailAddress> deliveredTo = new HashSet<>();

  private LoopGuard(boolean tooManyHops) {
    this.tooManyHops = tooManyHops;
  }

  /** Reads the header of a mail. */
  static LoopGuard of(HeaderFields header, int maxHops) {
    LoopGuard guard = new LoopGuard(header.all("Received").count() > maxHops);
    header
        .all("Delivered-To")
        .map(body -> new String(body.getBytes(ISO_8859_1), UTF_8))
        .map(body -> body.replaceAll("^<|>$", ""))
        .flatMap(body -> MailAddress.parse(body).stream())
        .forEach(address -> guard.deliveredTo.add(address.key()));
    return guard;
  }

  /** True if delivery to this address would be a loop. */
  boolean isLoop(MailAddress recipient) {
    return tooManyHops || deliveredTo.contains(recipient.key());
  }
}
