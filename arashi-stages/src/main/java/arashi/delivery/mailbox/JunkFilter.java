package arashi.delivery.mailbox;

import arashi.delivery.Envelope;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

  /**
   * A field that breaks the grammar counts by its words, so that an odd address which the server
   * repeats does not hide its judgement.
   */
  private boolean failsDmarc(HeaderFields header) {
    AuthenticationResults all = AuthenticationResults.of(header, rules.authservId());
    return all.results().stream().anyMatch(JunkFilter::failsDmarc)
        || all.broken().stream().anyMatch(body -> body.contains("dmarc=fail"));
  }

  private static boolean failsDmarc(AuthenticationResults.Result result) {
    Stream<String> properties =
        result.properties().stream()
            .filter(one -> !one.name().equals("reason"))
            .map(one -> one.name() + "=" + one.value());
    return result.method().equals("dmarc")
        && result.value().equals("fail")
        && Stream.concat(properties, result.comments().stream())
            .noneMatch(text -> POLICY_NONE.matcher(text).find());
  }
}
