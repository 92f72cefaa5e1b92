package arashi.mime.term;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.TermLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailDomain;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Extracts the distinct index terms of a mail: words of its subject, addresses, attachment names
 * and text. Terms of fields that a query can name are added again with a prefix. Plain terms never
 * contain a colon, so they cannot collide with prefixed ones.
 *
 * <p>Thread-safe.
 */
public final class TermExtractor {
  /** Prefix of author terms. */
  static final String FROM = "f:";

  /** Prefix of recipient terms. */
  static final String TO = "t:";

  /** Prefix of terms of further recipients; {@link #TO} has them too. */
  static final String CC = "c:";

  /** Prefix of terms of hidden recipients; {@link #TO} has them too. */
  static final String BCC = "b:";

  /** Prefix of terms of a list's id and name (RFC 2919). */
  static final String LIST = "l:";

  /** Prefix of terms of file names. */
  static final String FILE = "n:";

  /** Prefix of subject terms. */
  static final String SUBJECT = "s:";

  /** Prefix of keyword terms; keywords are not part of the mail itself. */
  static final String KEYWORD = "k:";

  /** The term of partly indexed mails; the query parser maps {@code is:partial} to it. */
  static final String PARTIAL = "x:partial";

  /** Problems that leave the view itself incomplete. */
  private static final Set<MailProblem.Kind> CUT =
      Set.of(
          MailProblem.Kind.SHOWN_AS_SOURCE,
          MailProblem.Kind.TEXT_TRUNCATED,
          MailProblem.Kind.HTML_DROPPED);

  private static final int MOST_KEYWORDS = 1_000;
  private static final int CHARS_PER_STEP = 16;

  private final TermLimits limits;

  /** Creates an extractor that stops at {@code limits}. */
  public TermExtractor(TermLimits limits) {
    this.limits = limits;
  }

  /**
   * The terms of a mail.
   *
   * @param terms terms, those of the header first; each at most 66 bytes of UTF-8
   * @param complete false if the budget or a limit ended the extraction; {@link #PARTIAL} is then
   *     among the terms
   */
  public record Terms(Set<String> terms, boolean complete) {}

  /** Returns the terms of the words in a mail's keywords. */
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

  /** Returns all terms of a mail. */
  public Set<String> terms(MailView view) {
    return terms(view, WorkBudget.unlimited()).terms();
  }

  /** Returns the terms of a mail, as far as the budget allows. */
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
    addresses(envelope.cc(), CC, terms);
    addresses(envelope.bcc(), TO, terms);
    addresses(envelope.bcc(), BCC, terms);
    addresses(envelope.replyTo(), "", terms);
    TermAnalyzer.index(view.list().id(), term -> terms.add(LIST + term));
    for (PartInfo part : view.parts()) {
      if (!TermAnalyzer.index(part.name(), term -> terms.add(term) && terms.add(FILE + term))) {
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

  private void addresses(List<Mailbox> addresses, String prefix, Sink terms) {
    for (Mailbox address : addresses) {
      prefixed(address.toString(), prefix, terms);
      String shown = MailDomain.decoded(address.address());
      if (!shown.equals(address.address())) {
        prefixed(shown, prefix, terms);
      }
    }
  }

  private void prefixed(String text, String prefix, Sink terms) {
    terms.budget.spend(1 + text.length() / CHARS_PER_STEP);
    TermAnalyzer.index(text, term -> terms.add(term) && terms.add(prefix + term));
  }

  /** Collects terms up to the limit. */
  private final class Sink {
    private final Set<String> terms = new LinkedHashSet<>();
    private final WorkBudget budget;
    private boolean complete = true;

    Sink(WorkBudget budget) {
      this.budget = budget;
    }

    /** Returns false if a new term does not fit. */
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
