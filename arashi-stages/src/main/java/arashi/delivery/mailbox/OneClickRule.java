package arashi.delivery.mailbox;

import arashi.delivery.Envelope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides whether one-click unsubscription is offered (RFC 8058, 4). The mail must have one {@code
 * List-Unsubscribe} and one {@code List-Unsubscribe-Post}. A DKIM signature (RFC 6376) must cover
 * both and pass by the configured server. Only mail of trusted clients qualifies. Pure functions.
 */
final class OneClickRule {
  private static final Pattern PASS = Pattern.compile("(?i)dkim\\s*=\\s*pass\\b.*", Pattern.DOTALL);
  private static final Pattern REASON = Pattern.compile("(?i)\\breason\\s*=\\s*\"[^\"]*+\"");
  private static final Pattern DOMAIN =
      Pattern.compile("(?i)\\bheader\\.(?:d\\s*=\\s*\"?|i\\s*=\\s*\"?[^\\s;\"@]*@)([a-z0-9._-]+)");
  private static final Pattern SIGNATURE =
      Pattern.compile("(?i)\\bheader\\.b\\s*=\\s*\"?([a-z0-9+/=]+)");
  private static final Pattern ONE_CLICK =
      Pattern.compile("(?i)List-Unsubscribe\\s*=\\s*One-Click");

  private OneClickRule() {}

  static boolean holds(Envelope envelope, HeaderFields header, String authservId) {
    List<String> posts = header.all("List-Unsubscribe-Post").toList();
    return envelope.trusted()
        && posts.size() == 1
        && ONE_CLICK.matcher(posts.get(0)).matches()
        && header.all("List-Unsubscribe").count() == 1
        && AuthenticationResults.of(header, authservId)
            .map(
                result ->
                    AuthenticationResults.withoutComments(REASON.matcher(result).replaceAll("")))
            .filter(result -> PASS.matcher(result).matches())
            .anyMatch(result -> cover(header.all("DKIM-Signature").toList(), result));
  }

  /** True if the result refers to some signatures and each of them covers both fields. */
  private static boolean cover(List<String> signatures, String result) {
    List<String> judged = signatures.stream().filter(one -> isJudged(one, result)).toList();
    return !judged.isEmpty() && judged.stream().allMatch(OneClickRule::coversBoth);
  }

  private static boolean isJudged(String signature, String result) {
    Optional<String> of = group(DOMAIN, result).map(domain -> domain.toLowerCase(Locale.ROOT));
    String domain = tag(signature, "d").toLowerCase(Locale.ROOT);
    return !domain.isEmpty()
        && of.filter(one -> one.equals(domain) || one.endsWith("." + domain)).isPresent()
        && group(SIGNATURE, result).map(tag(signature, "b")::startsWith).orElse(true);
  }

  private static boolean coversBoth(String signature) {
    List<String> fields = List.of(tag(signature, "h").toLowerCase(Locale.ROOT).split(":", -1));
    return fields.contains("list-unsubscribe") && fields.contains("list-unsubscribe-post");
  }

  /** Returns the value of a tag (RFC 6376, 3.2) without white space; empty if it is missing. */
  private static String tag(String signature, String name) {
    for (String tag : signature.split(";", -1)) {
      String[] sides = tag.split("=", 2);
      if (sides.length == 2 && sides[0].strip().equals(name)) {
        return sides[1].replaceAll("\\s", "");
      }
    }
    return "";
  }

  private static Optional<String> group(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
