package arashi.mime.term;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Predicate;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Splits text into words by Unicode's rules (UAX #29), and text in scripts without spaces into
 * pairs of characters. Thread-safe: each thread has its own tokeniser.
 */
final class WordTokens {
  private static final int MAX_TOKEN_CHARS = 255;

  private static final String SPACELESS =
      StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN];

  private final Analyzer analyzer;
  private final boolean singles;

  private WordTokens(Analyzer analyzer, boolean singles) {
    this.analyzer = analyzer;
    this.singles = singles;
  }

  /** Folds each word, before it is paired. */
  @FunctionalInterface
  interface Fold {
    TokenStream of(TokenStream words);
  }

  /**
   * Creates a splitter.
   *
   * @param singles whether scripts without spaces yield single characters beside the pairs
   */
  static WordTokens of(Fold fold, boolean singles) {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            StandardTokenizer words = new StandardTokenizer();
            words.setMaxTokenLength(MAX_TOKEN_CHARS);
            int scripts =
                CJKBigramFilter.HAN
                    | CJKBigramFilter.HIRAGANA
                    | CJKBigramFilter.KATAKANA
                    | CJKBigramFilter.HANGUL;
            return new TokenStreamComponents(
                words, new CJKBigramFilter(fold.of(words), scripts, singles));
          }
        };
    return new WordTokens(analyzer, singles);
  }

  /**
   * Feeds each word to {@code words}, mostly without duplicates. Feeds runs of scripts without
   * spaces to {@code sink} as pairs. Returns false if one of them wants no more.
   */
  boolean feed(String text, Predicate<String> words, Predicate<String> sink) {
    Recent recent = new Recent(text.length());
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      TypeAttribute type = stream.addAttribute(TypeAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (recent.has(term)) {
          continue;
        }
        String token = term.toString();
        recent.add(token);
        boolean more = type.type().equals(SPACELESS) ? pairs(token, sink) : words.test(token);
        if (!more) {
          return false;
        }
      }
      stream.end();
      return true;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Works like CJKBigramFilter, which ignores these scripts. */
  private boolean pairs(String run, Predicate<String> sink) {
    for (int at = 0; at < run.length(); at++) {
      boolean last = at + 1 == run.length();
      if ((singles || run.length() == 1) && !sink.test(run.substring(at, at + 1))) {
        return false;
      }
      if (!last && !sink.test(run.substring(at, at + 2))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A cache of recent tokens; a token replaces the earlier one in its slot. A look-up costs one
   * comparison, even if a sender chooses the tokens to collide.
   */
  private static final class Recent {
    private static final int CHARS_PER_SLOT = 8;
    private static final int MAX_SLOTS = 4096;

    private final String[] slots;
    private int slot;

    Recent(int textChars) {
      int wanted = Math.min(MAX_SLOTS, Math.max(1, textChars / CHARS_PER_SLOT));
      slots = new String[Integer.highestOneBit(wanted)];
    }

    boolean has(CharTermAttribute term) {
      char[] chars = term.buffer();
      int length = term.length();
      int hash = 0;
      for (int at = 0; at < length; at++) {
        hash = 31 * hash + chars[at];
      }
      slot = (hash ^ (hash >>> 15)) & (slots.length - 1);
      String there = slots[slot];
      if (there == null || there.length() != length) {
        return false;
      }
      for (int at = 0; at < length; at++) {
        if (there.charAt(at) != chars[at]) {
          return false;
        }
      }
      return true;
    }

    /** Adds the token that {@link #has} has just reported missing. */
    void add(String token) {
      slots[slot] = token;
    }
  }
}
