package arashi.mime.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A token of CSS (CSS Syntax 3, 4).
 *
 * @param kind its kind
 * @param text the unescaped name or content; for brackets and delimiters the character
 * @param number the value of a number, percentage or dimension, otherwise 0
 * @param unit the lower-case unit of a dimension, {@code %} of a percentage, otherwise empty
 */
record CssToken(Kind kind, String text, double number, String unit) {
  enum Kind {
    IDENT,
    FUNCTION,
    AT,
    HASH,
    STRING,
    URL,

    /** A string or URL that does not end. It makes its declaration invalid. */
    BAD,
    NUMBER,
    DIMENSION,
    SPACE,

    /** An HTML comment marker. */
    MARKER,
    OPEN,
    CLOSE,

    /** Any other character, also {@code : ; ,}. */
    DELIM
  }

  CssToken(Kind kind, String text) {
    this(kind, text, 0, "");
  }

  boolean is(Kind other) {
    return kind == other;
  }

  /** True for a bracket or delimiter of this character. */
  boolean is(char c) {
    return (kind == Kind.DELIM || kind == Kind.OPEN || kind == Kind.CLOSE)
        && text.length() == 1
        && text.charAt(0) == c;
  }

  /** True for this identifier, in any case. */
  boolean isWord(String word) {
    return kind == Kind.IDENT && text.equalsIgnoreCase(word);
  }

  boolean opens() {
    return kind == Kind.OPEN || kind == Kind.FUNCTION;
  }

  /** The text in lower case. */
  String lower() {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Index after the component value at {@code at}: a token, or a bracket with its content. */
  static int after(List<CssToken> tokens, int at) {
    int depth = 0;
    for (int i = at; i < tokens.size(); i++) {
      CssToken token = tokens.get(i);
      depth += token.opens() ? 1 : token.is(Kind.CLOSE) ? -1 : 0;
      if (depth <= 0) {
        return i + 1;
      }
    }
    return tokens.size();
  }

  /** Content of the bracket or function at {@code at}, without its closing bracket. */
  static List<CssToken> within(List<CssToken> tokens, int at) {
    int end = after(tokens, at);
    boolean closed = end > at + 1 && tokens.get(end - 1).is(Kind.CLOSE);
    return tokens.subList(at + 1, closed ? end - 1 : end);
  }

  /** The tokens without white space at both ends. */
  static List<CssToken> strip(List<CssToken> tokens) {
    int from = 0;
    int to = tokens.size();
    while (from < to && tokens.get(from).is(Kind.SPACE)) {
      from++;
    }
    while (to > from && tokens.get(to - 1).is(Kind.SPACE)) {
      to--;
    }
    return tokens.subList(from, to);
  }

  /** Splits at the commas outside of brackets, and strips the parts. */
  static List<List<CssToken>> atCommas(List<CssToken> tokens) {
    List<List<CssToken>> parts = new ArrayList<>();
    int start = 0;
    for (int at = 0; at < tokens.size(); at = after(tokens, at)) {
      if (tokens.get(at).is(',')) {
        parts.add(strip(tokens.subList(start, at)));
        start = at + 1;
      }
    }
    parts.add(strip(tokens.subList(Math.min(start, tokens.size()), tokens.size())));
    return parts;
  }
}
