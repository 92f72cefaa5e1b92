package arashi.mime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Text to terms, for the index and for queries alike: words by Unicode's rules (UAX #29), lower
 * case, without accents; Chinese, Japanese and Korean as pairs of characters. A word with dots or
 * underscores in it is a term whole and in parts; so is a mail address. What a query asks for is
 * always among what the index has of the same text.
 *
 * <pre>
 *                       index                                    query
 *  jörg.meier           jorg.meier jorg meier                    jorg.meier
 *  jörg@example.org     jorg@example.org jorg example.org        jorg@example.org
 *                       example org
 *  検索語               検 検索 索 索語 語                       検索 索語
 * </pre>
 */
final class TermAnalyzer {
  /** Longer tokens are noise, or are found by their parts. */
  static final int MAX_TERM_BYTES = 64;

  private static final int MAX_TOKEN_CHARS = 255;

  private static final Pattern ADDRESS =
      Pattern.compile(
          "[\\p{L}\\p{N}._%+=-]{1,64}+@[\\p{L}\\p{N}-]{1,63}+(?:\\.[\\p{L}\\p{N}-]{1,63}+){0,8}+");
  private static final Pattern INNER = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");

  private static final Analyzer INDEX = analyzer(true);
  private static final Analyzer QUERY = analyzer(false);

  private TermAnalyzer() {}

  /** Feeds terms for the index to {@code sink} until it answers false. */
  static boolean index(String written, Predicate<String> sink) {
    String text = TextCleaner.composed(written);
    Matcher addresses = ADDRESS.matcher(text);
    while (text.indexOf('@') >= 0 && addresses.find()) {
      if (!accept(SortKeys.fold(addresses.group()), sink)) {
        return false;
      }
    }
    return tokens(INDEX, text, token -> accept(token, sink) && parts(token, sink));
  }

  /** Feeds terms to look up to {@code sink}: one for an address, one a word, pairs for CJK. */
  static void query(String typed, Predicate<String> sink) {
    String text = TextCleaner.composed(typed.strip());
    if (ADDRESS.matcher(text).matches()) {
      accept(SortKeys.fold(text), sink);
      return;
    }
    tokens(QUERY, text, token -> token.indexOf(':') < 0 ? accept(token, sink) : parts(token, sink));
  }

  private static boolean parts(String token, Predicate<String> sink) {
    if (INNER.matcher(token).find()) {
      for (String part : INNER.split(token, -1)) {
        if (!accept(part, sink)) {
          return false;
        }
      }
    }
    return true;
  }

  /** False when the sink wants no more. A colon is kept out: it ends the prefix of a field term. */
  private static boolean accept(String term, Predicate<String> sink) {
    boolean usable = !term.isEmpty() && term.indexOf(':') < 0 && isShort(term);
    return !usable || sink.test(term);
  }

  private static boolean isShort(String term) {
    return term.length() <= MAX_TERM_BYTES
        && term.getBytes(StandardCharsets.UTF_8).length <= MAX_TERM_BYTES;
  }

  private static boolean tokens(Analyzer analyzer, String text, Predicate<String> sink) {
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (!sink.test(term.toString())) {
          return false;
        }
      }
      stream.end();
      return true;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static Analyzer analyzer(boolean unigrams) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        StandardTokenizer words = new StandardTokenizer();
        words.setMaxTokenLength(MAX_TOKEN_CHARS);
        TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(new CJKWidthFilter(words)));
        int scripts =
            CJKBigramFilter.HAN
                | CJKBigramFilter.HIRAGANA
                | CJKBigramFilter.KATAKANA
                | CJKBigramFilter.HANGUL;
        return new TokenStreamComponents(words, new CJKBigramFilter(folded, scripts, unigrams));
      }
    };
  }
}
