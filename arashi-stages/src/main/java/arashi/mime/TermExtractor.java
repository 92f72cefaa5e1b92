package arashi.mime;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The distinct terms by which a mail can be found: words of subject, addresses, names of
 * attachments and text, and again with a prefix those of the fields that a query can name. Plain
 * terms never contain a colon, so that the prefixes can't clash with them.
 *
 * <p>Safe to share among threads.
 */
public final class TermExtractor {
  /** Prefix of terms of the author. */
  static final String FROM = "f:";

  /** Prefix of terms of all recipients. */
  static final String TO = "t:";

  /** Prefix of terms of the subject. */
  static final String SUBJECT = "s:";

  /** A line of base64 or uuencoded data: nothing that anyone searches for. */
  private static final Pattern NOISE =
      Pattern.compile("[A-Za-z0-9+/=]{60,}|M[!-`]{60}|[0-9A-Fa-f]{65,}");

  private final TermLimits limits;

  /** An extractor that stops at {@code limits}. */
  public TermExtractor(TermLimits limits) {
    this.limits = limits;
  }

  /** Terms of a mail, those of its header first; each at most 66 bytes of UTF-8. */
  public Set<String> terms(MailView view) {
    Set<String> terms = new LinkedHashSet<>();
    Envelope envelope = view.envelope();
    prefixed(envelope.subject(), SUBJECT, terms);
    addresses(envelope.from(), FROM, terms);
    addresses(envelope.to(), TO, terms);
    addresses(envelope.cc(), TO, terms);
    Predicate<String> plain = term -> add(term, terms);
    addresses(envelope.replyTo(), "", terms);
    for (PartInfo part : view.parts()) {
      if (!TermAnalyzer.index(part.name(), plain)) {
        return terms;
      }
    }
    TermAnalyzer.index(readable(view.text()), plain);
    return terms;
  }

  private void addresses(List<MailAddress> addresses, String prefix, Set<String> terms) {
    for (MailAddress address : addresses) {
      prefixed(address.toString(), prefix, terms);
    }
  }

  private void prefixed(String text, String prefix, Set<String> terms) {
    TermAnalyzer.index(text, term -> add(term, terms) && add(prefix + term, terms));
  }

  private boolean add(String term, Set<String> terms) {
    if (terms.size() < limits.maxTerms()) {
      terms.add(term);
      return true;
    }
    return terms.contains(term);
  }

  private String readable(String text) {
    String scanned = TextCleaner.cut(text, limits.maxTextChars());
    StringBuilder out = new StringBuilder(scanned.length());
    for (String line : scanned.lines().toList()) {
      if (!NOISE.matcher(line.strip()).matches()) {
        out.append(line).append('\n');
      }
    }
    return out.toString();
  }
}
