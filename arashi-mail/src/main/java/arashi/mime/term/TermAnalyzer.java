package arashi.mime.term;

import arashi.mime.text.Folding;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits text into terms, for the index and for queries alike. Words follow Unicode's rules (UAX
 * #29), {@linkplain Folding folded}. Chinese, Japanese and Korean become character pairs; so do
 * Thai, Lao, Khmer and Burmese, which do not separate words either. A word with dots or underscores
 * is indexed whole and in parts, and so is a mail address. The terms of a query are always among
 * the index terms of the same text.
 *
 * <pre>
 *                       index                                    query
 *  jörg.meier           jorg.meier jorg meier                    jorg.meier
 *  jörg@example.org     jorg@example.org jorg example.org        jorg@example.org
 *                       example org
 *  検索語               検 検索 索 索語 語                       検索 索語
 *  183.422190           183.422190 183                           183.422190
 *  9f6a1b02c4d5e6f7     9f6a1b02c4d5                             9f6a1b02c4d5
 *  H₂O                  h2o h o                                  h2o
 * </pre>
 */
final class TermAnalyzer {
  /** Longer words are truncated to this. */
  static final int MAX_TERM_BYTES = 64;

  /** Terms of up to this many chars fit in any script. */
  private static final int SURELY_SHORT = MAX_TERM_BYTES / 3;

  /**
   * Maximum length of words of letters and digits; longer ones are noise. The longest IBAN has 34.
   */
  private static final int MAX_MIXED = 34;

  /** Hashes are truncated to this length, as programs abbreviate them. */
  private static final int HASH_CHARS = 12;

  /**
   * Parts of a number up to this length are indexed, such as its year; nobody searches for longer
   * ones.
   */
  private static final int MAX_NUMBER_PART = 4;

  private static final int MAX_LOCAL = 64;

  /** Longer addresses get no term of their own. */
  private static final int MAX_ADDRESS = 640;

  private static final Pattern ADDRESS =
      Pattern.compile(
          "[\\p{L}\\p{N}._%+=-]{1,64}+@[\\p{L}\\p{N}-]{1,63}+(?:\\.[\\p{L}\\p{N}-]{1,63}+){0,8}+");

  private static final WordTokens INDEX = WordTokens.of(words -> words, true);
  private static final WordTokens QUERY = WordTokens.of(words -> words, false);

  private TermAnalyzer() {}

  /** Feeds index terms to {@code sink} until it returns false. */
  static boolean index(String written, Predicate<String> sink) {
    if (!indexFolded(Folding.fold(written), sink)) {
      return false;
    }
    Optional<String> apart = Folding.foldApart(written);
    return apart.isEmpty() || indexFolded(apart.get(), sink);
  }

  private static boolean indexFolded(String text, Predicate<String> sink) {
    return addresses(text, sink)
        && INDEX.feed(text, token -> accept(token, sink) && parts(token, sink), sink);
  }

  /** Searches for addresses only around each {@code @}, which keeps it linear in the text. */
  private static boolean addresses(String text, Predicate<String> sink) {
    int sign = text.indexOf('@');
    if (sign < 0) {
      return true;
    }
    Matcher address = ADDRESS.matcher(text);
    int from = 0;
    for (; sign >= 0; sign = text.indexOf('@', sign + 1)) {
      int start = sign;
      while (start > from && sign - start < MAX_LOCAL && isLocal(text.charAt(start - 1))) {
        start--;
      }
      address.region(start, Math.min(text.length(), sign + MAX_ADDRESS));
      if (start < sign && address.lookingAt()) {
        from = address.end();
        if (!accept(address.group(), sink)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Same as in {@link #ADDRESS}, without letters beyond the basic plane, which the words cover. */
  private static boolean isLocal(char c) {
    return Character.isLetterOrDigit(c) || "._%+=-".indexOf(c) >= 0;
  }

  /** Feeds query terms to {@code sink}: one per address, one per word, pairs for CJK. */
  static void query(String typed, Predicate<String> sink) {
    query(QUERY, Folding.fold(typed.strip()), UnaryOperator.identity(), sink);
  }

  /** Feeds the terms that {@code tokens} makes of a query; an address is one of them. */
  static void query(
      WordTokens tokens, String text, UnaryOperator<String> address, Predicate<String> sink) {
    if (ADDRESS.matcher(text).matches()) {
      accept(address.apply(text), sink);
      return;
    }
    tokens.feed(
        text, token -> token.indexOf(':') < 0 ? accept(token, sink) : parts(token, sink), sink);
  }

  private static boolean parts(String token, Predicate<String> sink) {
    int separator = separator(token, 0);
    if (separator == token.length()) {
      return true;
    }
    boolean number = isNumber(token);
    for (int start = 0; start < token.length(); ) {
      int end = separator(token, start);
      boolean wanted = end > start && !(number && end - start > MAX_NUMBER_PART);
      if (wanted && !accept(token.substring(start, end), sink)) {
        return false;
      }
      start = end + 1;
    }
    return true;
  }

  private static int separator(String token, int from) {
    for (int at = from; at < token.length(); ) {
      int c = token.codePointAt(at);
      if (!isWord(c)) {
        return at;
      }
      at += Character.charCount(c);
    }
    return token.length();
  }

  private static boolean isAsciiLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
  }

  /** True for a letter, digit or mark. */
  static boolean isWord(int c) {
    return c < 0x80 ? isAsciiLetterOrDigit(c) : isWordBeyondAscii(c);
  }

  private static boolean isWordBeyondAscii(int c) {
    return switch (Character.getType(c)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          true;
      default -> false;
    };
  }

  /** True for 1,234.56 or 2024.03.01, false for v1.2. */
  private static boolean isNumber(String token) {
    for (int at = 0; at < token.length(); at++) {
      char c = token.charAt(at);
      if ((c < '0' || c > '9') && c != '.' && c != ',' && c != '\'') {
        return false;
      }
    }
    return true;
  }

  /**
   * Feeds the term of a token for index and queries; false if the sink wants no more. Skips terms
   * with a colon, which ends the prefix of a field term.
   */
  private static boolean accept(String token, Predicate<String> sink) {
    String term = token.length() <= HASH_CHARS ? token : shortened(token);
    return term.isEmpty() || term.indexOf(':') >= 0 || sink.test(term);
  }

  /** Returns the shortened token, or an empty string for noise. */
  private static String shortened(String token) {
    boolean letters = false;
    boolean digits = false;
    boolean hex = true;
    boolean solid = true;
    for (int at = 0; at < token.length(); at++) {
      char c = token.charAt(at);
      boolean digit = c >= '0' && c <= '9';
      boolean letter = c >= 'a' && c <= 'z';
      digits |= digit;
      letters |= letter;
      hex &= digit || (letter && c <= 'f');
      solid &= digit || letter;
    }
    if (hex && letters && digits) {
      return token.substring(0, HASH_CHARS);
    }
    if (solid && digits && letters && token.length() > MAX_MIXED) {
      return "";
    }
    return token.length() <= SURELY_SHORT ? token : cut(token);
  }

  /** Truncates at a character boundary. */
  private static String cut(String term) {
    int bytes = 0;
    for (int at = 0; at < term.length(); ) {
      int c = term.codePointAt(at);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (bytes > MAX_TERM_BYTES) {
        return term.substring(0, at);
      }
      at += Character.charCount(c);
    }
    return term;
  }
}
