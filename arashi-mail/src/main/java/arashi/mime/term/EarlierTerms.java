package arashi.mime.term;

import arashi.mime.text.EarlierFolding;
import arashi.mime.text.TextCleaner;
import java.util.function.Predicate;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/**
 * The terms of a query in mails that parsers before {@link QueryParser#FOLDED_SINCE} indexed. They
 * folded each word after it was split. Thread-safe.
 */
final class EarlierTerms {
  private static final WordTokens QUERY =
      WordTokens.of(
          words -> new ASCIIFoldingFilter(new LowerCaseFilter(new CJKWidthFilter(words))), false);

  private EarlierTerms() {}

  /** Feeds query terms to {@code sink}, like {@link TermAnalyzer#query}. */
  static void query(String typed, Predicate<String> sink) {
    String text = TextCleaner.composed(typed.strip());
    TermAnalyzer.query(QUERY, text, EarlierFolding::fold, sink);
  }
}
