package arashi.delivery.mailbox;

import arashi.delivery.Envelope;
import arashi.delivery.mailbox.AuthenticationResults.Result;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides whether one-click unsubscription is offered (RFC 8058, 4). The mail must have one {@code
 * List-Unsubscribe} and one {@code List-Unsubscribe-Post}. A DKIM signature (RFC 6376) must cover
 * both and pass by the configured server. Only mail of trusted clients qualifies. In doubt it is
 * not offered: if a field breaks its grammar, or the header exceeds the limit. Pure functions.
 */
final class OneClickRule {
  /** Signatures and results of a mail that are compared with each other; genuine mail has few. */
  private static final int MOST = 32;

  private static final Pattern ONE_CLICK =
      Pattern.compile("(?i)List-Unsubscribe\\s*=\\s*One-Click");

  private OneClickRule() {}

  static boolean holds(Envelope envelope, HeaderFields header, String authservId) {
    List<String> posts = header.all("List-Unsubscribe-Post").toList();
    return envelope.trusted()
        && posts.size() == 1
        && ONE_CLICK.matcher(posts.get(0)).matches()
        && header.all("List-Unsubscribe").count() == 1
        && header.isWhole()
        && isSigned(header, AuthenticationResults.of(header, authservId));
  }

  private static boolean isSigned(HeaderFields header, AuthenticationResults all) {
    List<Optional<DkimSignature>> signatures =
        header.all("DKIM-Signature").limit(MOST + 1).map(DkimSignature::read).toList();
    List<Result> results =
        all.results().stream()
            .filter(result -> result.method().equals("dkim"))
            .limit(MOST + 1)
            .toList();
    boolean readable =
        all.broken().isEmpty()
            && signatures.size() <= MOST
            && results.size() <= MOST
            && signatures.stream().allMatch(Optional::isPresent);
    return readable
        && results.stream()
            .filter(result -> result.value().equals("pass"))
            .filter(pass -> results.stream().noneMatch(other -> denies(other, pass)))
            .anyMatch(pass -> cover(signatures.stream().flatMap(Optional::stream).toList(), pass));
  }

  /** True if another result of the same signature is not a pass. */
  private static boolean denies(Result other, Result pass) {
    Optional<String> signature = pass.property("header.b");
    return !other.value().equals("pass")
        && signature.isPresent()
        && other.property("header.b").equals(signature)
        && domain(other).equals(domain(pass));
  }

  /** True if the result refers to some signatures and each of them covers both fields. */
  private static boolean cover(List<DkimSignature> signatures, Result result) {
    List<DkimSignature> judged = signatures.stream().filter(one -> isJudged(one, result)).toList();
    return !judged.isEmpty()
        && judged.stream()
            .allMatch(one -> one.covers("list-unsubscribe") && one.covers("list-unsubscribe-post"));
  }

  private static boolean isJudged(DkimSignature signature, Result result) {
    boolean byUser = !result.has("header.d");
    boolean sameDomain =
        domain(result)
            .filter(
                one ->
                    one.equals(signature.domain())
                        || (byUser && one.endsWith("." + signature.domain())))
            .isPresent();
    return sameDomain
        && (!result.has("header.b")
            || result.property("header.b").filter(signature.value()::startsWith).isPresent());
  }

  /** The signing domain: {@code header.d}, else the domain of {@code header.i}. */
  private static Optional<String> domain(Result result) {
    Optional<String> domain =
        result.has("header.d")
            ? result.property("header.d")
            : result
                .property("header.i")
                .filter(user -> user.indexOf('@') >= 0)
                .map(user -> user.substring(user.lastIndexOf('@') + 1));
    return domain.map(one -> one.toLowerCase(Locale.ROOT)).filter(one -> !one.isEmpty());
  }
}
