package arashi.mime.html;

import arashi.mime.html.CssToken.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Splits CSS into tokens (CSS Syntax 3, 4). Comments vanish. Each bracket of the result is closed:
 * closing brackets that match none become {@link Kind#BAD}, and missing ones are added at the end.
 * Linear in the input. For one text on one thread.
 */
final class CssTokenizer {
  /** Brackets in each other; the text ends at deeper ones. */
  static final int MAX_NESTING = 32;

  /** Longer numbers are zero, because parsing them takes more than linear time. */
  private static final int MAX_DIGITS = 400;

  private static final char NONE = '\0';

  private final String css;
  private final List<CssToken> tokens = new ArrayList<>();
  private final Deque<Character> open = new ArrayDeque<>();
  private int at;
  private boolean tooDeep;

  private CssTokenizer(String css) {
    this.css = css;
  }

  /**
   * Tokens of a text.
   *
   * @param complete whether nothing was left out at the limit of nesting
   */
  record Result(List<CssToken> tokens, boolean complete) {}

  static Result read(String css) {
    CssTokenizer tokenizer = new CssTokenizer(css);
    while (tokenizer.at < css.length() && !tokenizer.tooDeep) {
      tokenizer.next();
    }
    while (!tokenizer.open.isEmpty()) {
      tokenizer.add(Kind.CLOSE, String.valueOf(tokenizer.open.pop()));
    }
    return new Result(tokenizer.tokens, !tokenizer.tooDeep);
  }

  private char peek(int ahead) {
    return at + ahead < css.length() ? css.charAt(at + ahead) : NONE;
  }

  private void add(Kind kind, String text) {
    tokens.add(new CssToken(kind, text));
  }

  private void next() {
    char c = css.charAt(at);
    if (c == '/' && peek(1) == '*') {
      int end = css.indexOf("*/", at + 2);
      at = end < 0 ? css.length() : end + 2;
    } else if (isSpace(c)) {
      while (isSpace(peek(0)) && at < css.length()) {
        at++;
      }
      add(Kind.SPACE, " ");
    } else if (c == '"' || c == '\'') {
      string(c);
    } else if (startsNumber()) {
      number();
    } else if (startsName(0)) {
      name();
    } else if (css.startsWith("<!--", at) || css.startsWith("-->", at)) {
      at += c == '<' ? 4 : 3;
      add(Kind.MARKER, "");
    } else if (c == '#' && (isName(peek(1)) || isEscape(1))) {
      at++;
      add(Kind.HASH, nameText());
    } else if (c == '@' && startsName(1)) {
      at++;
      add(Kind.AT, nameText().toLowerCase(Locale.ROOT));
    } else {
      at++;
      punctuation(c);
    }
  }

  private void punctuation(char c) {
    switch (c) {
      case '(' -> bracket(c, ')');
      case '[' -> bracket(c, ']');
      case '{' -> bracket(c, '}');
      case ')', ']', '}' -> {
        if (!open.isEmpty() && open.peek() == c) {
          open.pop();
          add(Kind.CLOSE, String.valueOf(c));
        } else {
          add(Kind.BAD, String.valueOf(c));
        }
      }
      default -> add(Kind.DELIM, String.valueOf(c));
    }
  }

  private void bracket(char c, char end) {
    if (enter(end)) {
      add(Kind.OPEN, String.valueOf(c));
    }
  }

  private boolean enter(char end) {
    tooDeep = open.size() >= MAX_NESTING;
    if (!tooDeep) {
      open.push(end);
    }
    return !tooDeep;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\f';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
  }

  private static boolean isName(char c) {
    return isNameStart(c) || isDigit(c) || c == '-';
  }

  private boolean isEscape(int ahead) {
    return peek(ahead) == '\\' && at + ahead + 1 < css.length() && !isLineEnd(peek(ahead + 1));
  }

  private boolean startsName(int ahead) {
    if (peek(ahead) == '-') {
      return isNameStart(peek(ahead + 1))
          || (peek(ahead + 1) == '-' && !css.startsWith("-->", at))
          || isEscape(ahead + 1);
    }
    return isNameStart(peek(ahead)) || isEscape(ahead);
  }

  private boolean startsNumber() {
    int sign = peek(0) == '+' || peek(0) == '-' ? 1 : 0;
    return isDigit(peek(sign)) || (peek(sign) == '.' && isDigit(peek(sign + 1)));
  }

  private void number() {
    int start = at;
    at += isDigit(peek(0)) ? 0 : 1;
    digits();
    if (peek(0) == '.' && isDigit(peek(1))) {
      at++;
      digits();
    }
    int sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
    if ((peek(0) == 'e' || peek(0) == 'E') && isDigit(peek(sign))) {
      at += sign;
      digits();
    }
    String digits = css.substring(start, at);
    double value = digits.length() > MAX_DIGITS ? 0 : Double.parseDouble(digits);
    if (peek(0) == '%') {
      at++;
      tokens.add(new CssToken(Kind.DIMENSION, digits, value, "%"));
    } else if (startsName(0)) {
      String unit = nameText().toLowerCase(Locale.ROOT);
      tokens.add(new CssToken(Kind.DIMENSION, digits + unit, value, unit));
    } else {
      tokens.add(new CssToken(Kind.NUMBER, digits, value, ""));
    }
  }

  private void digits() {
    while (isDigit(peek(0))) {
      at++;
    }
  }

  private void name() {
    String name = nameText();
    if (peek(0) != '(') {
      add(Kind.IDENT, name);
      return;
    }
    at++;
    if (name.equalsIgnoreCase("url")) {
      int inside = at;
      while (isSpace(peek(0)) && at < css.length()) {
        at++;
      }
      if (peek(0) != '"' && peek(0) != '\'') {
        url();
        return;
      }
      at = inside;
    }
    if (enter(')')) {
      add(Kind.FUNCTION, name);
    }
  }

  private String nameText() {
    StringBuilder name = new StringBuilder();
    while (at < css.length()) {
      char c = css.charAt(at);
      if (isName(c)) {
        name.append(c);
        at++;
      } else if (isEscape(0)) {
        at++;
        name.appendCodePoint(escape());
      } else {
        break;
      }
    }
    return name.toString();
  }

  /** Reads an escape after its backslash. */
  private int escape() {
    int value = 0;
    int digits = 0;
    while (digits < 6 && at < css.length() && Character.digit(css.charAt(at), 16) >= 0) {
      value = value * 16 + Character.digit(css.charAt(at++), 16);
      digits++;
    }
    if (digits == 0) {
      int c = css.codePointAt(at);
      at += Character.charCount(c);
      return c;
    }
    if (isSpace(peek(0)) && at < css.length()) {
      at += css.startsWith("\r\n", at) ? 2 : 1;
    }
    boolean valid = value > 0 && value <= Character.MAX_CODE_POINT && (value >> 11) != 0x1b;
    return valid ? value : 0xfffd;
  }

  private void string(char quote) {
    StringBuilder text = new StringBuilder();
    at++;
    while (at < css.length()) {
      char c = css.charAt(at);
      if (c == quote) {
        at++;
        break;
      }
      if (isLineEnd(c)) {
        add(Kind.BAD, "");
        return;
      }
      at++;
      if (c != '\\') {
        text.append(c);
      } else if (at < css.length() && isLineEnd(css.charAt(at))) {
        at += css.startsWith("\r\n", at) ? 2 : 1;
      } else if (at < css.length()) {
        text.appendCodePoint(escape());
      }
    }
    add(Kind.STRING, text.toString());
  }

  private void url() {
    StringBuilder text = new StringBuilder();
    boolean bad = false;
    while (at < css.length() && peek(0) != ')') {
      char c = css.charAt(at);
      if (isEscape(0)) {
        at++;
        text.appendCodePoint(escape());
        continue;
      }
      int next = at;
      while (next < css.length() && isSpace(css.charAt(next))) {
        next++;
      }
      bad |= next > at && next < css.length() && css.charAt(next) != ')';
      bad |= c == '"' || c == '\'' || c == '(' || (c < ' ' && !isSpace(c)) || c == '\\';
      if (next == at) {
        text.append(c);
      }
      at = Math.max(next, at + 1);
    }
    at = Math.min(css.length(), at + 1);
    add(bad ? Kind.BAD : Kind.URL, text.toString());
  }
}
