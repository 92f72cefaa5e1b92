package arashi.delivery.mailbox;

import arashi.delivery.Envelope;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Detects junk by the header fields of an upstream filter. Anybody can forge these fields, so they
 * count only in mail of trusted clients.
 *
 * <ul>
 *   <li>{@code X-Spam: Yes} (rspamd), {@code X-Spam-Flag: YES} and {@code X-Spam-Status: Yes, …}
 *       (SpamAssassin);
 *   <li>{@code Authentication-Results} (RFC 8601) of the configured server with {@code dmarc=fail},
 *       unless the policy of the sender's domain is {@code none} (RFC 7489, 6.3).
 * </ul>
 */
final class JunkFilter {
  private static final List<String> SPAM_FIELDS = List.of("X-Spam", "X-Spam-Flag", "X-Spam-Status");

  private static final Pattern YES = Pattern.compile("(?i)yes\\b.*", Pattern.DOTALL);
  private static final Pattern DMARC_FAIL =
      Pattern.compile("(?i)dmarc\\s*=\\s*fail\\b.*", Pattern.DOTALL);
  private static final Pattern POLICY_NONE =
      Pattern.compile("(?i)\\bp(olicy)?(\\.[a-z-]+)?\\s*=\\s*none\\b");

  private final JunkRules rules;

  JunkFilter(JunkRules rules) {
    this.rules = rules;
  }

  boolean isJunk(Envelope envelope, HeaderFields header) {
    return envelope.trusted() && (isSpam(header) || failsDmarc(header));
  }

  private boolean isSpam(HeaderFields header) {
    return rules.spamHeaders()
        && SPAM_FIELDS.stream().flatMap(header::all).anyMatch(body -> YES.matcher(body).matches());
  }

  private boolean failsDmarc(HeaderFields header) {
    return AuthenticationResults.of(header, rules.authservId())
        .anyMatch(part -> DMARC_FAIL.matcher(part).matches() && !POLICY_NONE.matcher(part).find());
  }
}
