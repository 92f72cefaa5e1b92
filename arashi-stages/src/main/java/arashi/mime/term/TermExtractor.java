package arashi.mime.term;

import arashi.mime.limit.TermLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailAddress;
import arashi.mime.view.MailDomain;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

  /** Prefix of terms of the keywords, which are not in the mail itself. */
  static final String KEYWORD = "k:";

  /**
   * A term of each mail of which not all is in the index. The query parser has {@code is:partial}
   * for it.
   */
  static final String PARTIAL = "x:partial";

  /** Of these the view itself has only a part. */
  private static final Set<MailProblem.Kind> CUT =
      Set.of(
          MailProblem.Kind.SHOWN_AS_SOURCE,
          MailProblem.Kind.TEXT_TRUNCATED,
          MailProblem.Kind.HTML_DROPPED);

  private static final int MOST_KEYWORDS = 1_000;
  private static final int CHARS_PER_STEP = 16;

  private final TermLimits limits;

  /** An extractor that stops at {@code limits}. */
  public TermExtractor(TermLimits limits) {
    this.limits = limits;
  }

  /**
   * Terms of a mail.
   *
   * @param terms those of the header first; each at most 66 bytes of UTF-8
   * @param complete false if the budget or a limit ended before; {@link #PARTIAL} is among the
   *     terms then
   */
  public record Terms(Set<String> terms, boolean complete) {}

  /** Terms of the keywords of a mail: of the words in them. */
  public static Set<String> keywords(Collection<String> keywords) {
    Set<String> terms = new LinkedHashSet<>();
    for (String keyword : keywords) {
      TermAnalyzer.index(
          keyword,
          term -> {
            terms.add(KEYWORD + term);
            return terms.size() < MOST_KEYWORDS;
          });
    }
    return terms;
  }

  /** All terms of a mail. */
  public Set<String> terms(MailView view) {
    return terms(view, WorkBudget.unlimited()).terms();
  }

  /** Terms of a mail, as many as the budget allows. */
  public Terms terms(MailView view, WorkBudget budget) {
    Sink sink = new Sink(budget);
    try {
      collect(view, sink);
    } catch (WorkBudget.ExhaustedException over) {
      sink.complete = false;
    }
    if (!sink.complete || CUT.stream().anyMatch(view::has)) {
      sink.terms.add(PARTIAL);
    }
    return new Terms(sink.terms, sink.complete);
  }

  private void collect(MailView view, Sink terms) {
    Envelope envelope = view.envelope();
    prefixed(envelope.subject(), SUBJECT, terms);
    addresses(envelope.from(), FROM, terms);
    addresses(envelope.to(), TO, terms);
    addresses(envelope.cc(), TO, terms);
    addresses(envelope.replyTo(), "", terms);
    for (PartInfo part : view.parts()) {
      if (!TermAnalyzer.index(part.name(), terms::add)) {
        return;
      }
    }
    text(view.text(), terms);
    text(view.facts().otherText(), terms);
  }

  private void text(String whole, Sink terms) {
    String text = TextCleaner.cut(whole, limits.maxTextChars());
    terms.complete &= text.length() == whole.length();
    terms.budget.spend(1 + text.length() / CHARS_PER_STEP);
    TermAnalyzer.index(SearchableText.of(text), terms::add);
  }

  private void addresses(List<MailAddress> addresses, String prefix, Sink terms) {
    for (MailAddress address : addresses) {
      prefixed(address.toString(), prefix, terms);
      String shown = MailDomain.shown(address.address());
      if (!shown.equals(address.address())) {
        prefixed(shown, prefix, terms);
      }
    }
  }

  private void prefixed(String text, String prefix, Sink terms) {
    terms.budget.spend(1 + text.length() / CHARS_PER_STEP);
    TermAnalyzer.index(text, term -> terms.add(term) && terms.add(prefix + term));
  }

  /** Takes terms up to the limit. */
  private final class Sink {
    private final Set<String> terms = new LinkedHashSet<>();
    private final WorkBudget budget;
    private boolean complete = true;

    Sink(WorkBudget budget) {
      this.budget = budget;
    }

    /** False when there is no room for one that is new. */
    boolean add(String term) {
      budget.spend(1);
      if (terms.size() < limits.maxTerms()) {
        terms.add(term);
        return true;
      }
      boolean known = terms.contains(term);
      complete &= known;
      return known;
    }
  }
}
