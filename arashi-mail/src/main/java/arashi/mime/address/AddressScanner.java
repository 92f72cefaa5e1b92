package arashi.mime.address;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Tokenizer of address lists (RFC 5322, 3.4), char by char, for the lenient readers. A
 * <em>piece</em> is the text between separators: words, quoted strings, comments, an address in
 * angle brackets. One use, one thread.
 *
 * <pre>
 *   Team: "Okoye, Ifeoma" (home) &lt;io@example.net&gt; , lin@example.org ana@example.net ; …
 *   group  quoted         comment angle          separator  words, one piece
 * </pre>
 */
abstract class AddressScanner {
  private static final Pattern COMMENT = Pattern.compile("\\([^()]*\\)");

  /** Kind of a word. */
  enum Kind {
    PLAIN,
    QUOTED,
    COMMENT
  }

  /**
   * A run without blanks, a quoted string, or a comment.
   *
   * @param text without quotes and escapes, unless {@code hasAt}
   * @param gap the text between the word and the one before
   * @param hasAt true if there is an {@code @} outside of quotes
   */
  record Word(Kind kind, String text, String gap, int start, int end, boolean hasAt) {}

  final String in;
  final List<Word> words = new ArrayList<>();

  /** True if one of the words has an {@code @}. */
  boolean hasAt;

  boolean inGroup;

  /** True if an address in brackets precedes the piece without a separator. */
  boolean follows;

  /** Start of the piece; -1 while it is empty. */
  int start = -1;

  int end;
  int at;

  private final String separators;
  private final int lastQuote;
  private final int lastParenthesis;

  AddressScanner(String in, String separators) {
    this.in = in;
    this.separators = separators;
    this.lastQuote = in.lastIndexOf('"');
    this.lastParenthesis = in.lastIndexOf(')');
  }

  // ---- what the readers differ in

  /** True if there is room for no more addresses. */
  abstract boolean isFull();

  /** Takes the words of a piece without brackets. */
  abstract void bare();

  /**
   * Takes an address in brackets, and the words before it.
   *
   * @return true if words that follow may be its name
   */
  abstract boolean named(String address);

  /** True if a colon after {@code word} ends the name of a group. */
  abstract boolean opensGroup(CharSequence word);

  /** Takes the words as the name of a group; nothing where its members stand for it. */
  void openGroup() {}

  /** Ends a group, if there is one. */
  void closeGroup() {}

  /** Takes a separator at {@link #at}. */
  void separator(char c) {
    finish();
    follows = false;
    if (c == ';') {
      endGroup();
    }
    at++;
  }

  // ---- scanning

  final void scan() {
    while (at < in.length() && !isFull()) {
      char c = in.charAt(at);
      if (isBlank(c) || c == '>' || (c == '"' && at == lastQuote)) {
        at++; // a bracket or quote without its counterpart is no text
      } else if (isSeparator(c)) {
        separator(c);
      } else if (c == '(' && at < lastParenthesis) {
        int from = at;
        add(Kind.COMMENT, comment(), from, false);
      } else if (c == '<') {
        angle();
      } else if (c == ':' && opensGroup("")) {
        openGroup();
        reset();
        inGroup = true;
        at++;
      } else {
        word();
      }
    }
    if (!isFull()) {
      finish();
      endGroup();
    }
  }

  private void endGroup() {
    closeGroup();
    inGroup = false;
  }

  private String comment() {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    for (; at < in.length(); at++) {
      char c = in.charAt(at);
      if (c == '(' && depth++ == 0) {
        continue;
      }
      if (c == ')' && --depth == 0) {
        at++;
        break;
      }
      text.append(c == '\\' && at + 1 < in.length() ? in.charAt(++at) : c);
    }
    return text.toString();
  }

  private void angle() {
    int from = at;
    AnglePath path = AnglePath.read(in, next(at + 1), ">" + separators);
    String rest = COMMENT.matcher(path.rest().replace("<", "")).replaceAll("");
    at = Math.min(in.length(), path.end() + (in.startsWith(">", path.end()) ? 1 : 0));
    grow(from);
    int next = next(at);
    if (in.startsWith("(", next) && next < lastParenthesis) {
      at = next;
      String remark = comment();
      grow(next);
      if (words.isEmpty()) {
        add(Kind.COMMENT, remark, next, false); // it is the name
      }
    }
    follows = named((path.quoted() + rest).strip());
    reset();
  }

  /** Reads a word, or a quoted string. In a word that has an {@code @}, quotes stay as they are. */
  private void word() {
    int from = at;
    boolean sign = false;
    StringBuilder raw = new StringBuilder();
    StringBuilder plain = new StringBuilder();
    while (at < in.length()) {
      char c = in.charAt(at);
      if (c == '"' && at < lastQuote) {
        int closed = QuotedString.end(in, at);
        String content = QuotedString.content(in, at, closed);
        if (at == from && (closed == in.length() || !isSign(in.charAt(closed)))) {
          at = closed;
          add(Kind.QUOTED, content, from, false);
          return;
        }
        raw.append(in, at, closed);
        plain.append(content);
        at = closed;
      } else if (isBlank(c) || isSeparator(c) || (at > from && endsWord(c, raw, sign))) {
        break;
      } else {
        sign |= isSign(c);
        raw.append(isSign(c) ? '@' : c);
        plain.append(c);
        at++;
      }
    }
    add(Kind.PLAIN, (sign ? raw : plain).toString(), from, sign);
  }

  private boolean endsWord(char c, StringBuilder word, boolean sign) {
    return c == '<'
        || c == '>'
        || (c == '(' && at < lastParenthesis)
        || (c == ':' && !sign && opensGroup(word));
  }

  final void add(Kind kind, String text, int from, boolean sign) {
    if (!text.isBlank() || kind != Kind.COMMENT) {
      String gap = words.isEmpty() ? "" : in.substring(end, from);
      words.add(new Word(kind, text, gap, from, at, sign));
    }
    hasAt |= sign;
    grow(from);
  }

  private void grow(int from) {
    start = start < 0 ? from : start;
    end = at;
  }

  final void finish() {
    if (start >= 0) {
      bare();
    }
    reset();
  }

  private void reset() {
    words.clear();
    hasAt = false;
    start = -1;
  }

  /** Returns the index of the next char that is no blank. */
  private int next(int from) {
    int i = from;
    while (i < in.length() && isBlank(in.charAt(i))) {
      i++;
    }
    return i;
  }

  /** True for the {@code @}, also in its full width where people type. */
  boolean isSign(char c) {
    return c == '@';
  }

  final boolean isSeparator(char c) {
    return separators.indexOf(c) >= 0;
  }

  final boolean isBlank(char c) {
    return !isSeparator(c) && (Character.isWhitespace(c) || Character.isSpaceChar(c));
  }

  // ---- names

  /** True if the piece has a name so far, and no address. */
  final boolean isNameAlone() {
    return !hasAt && words.stream().anyMatch(word -> word.kind != Kind.COMMENT);
  }

  /** Joins the words of a name. Comments stand in it, or for it if they are alone. */
  static String name(List<Word> words) {
    StringBuilder name = new StringBuilder();
    boolean alone = words.stream().allMatch(word -> word.kind == Kind.COMMENT);
    for (Word word : words) {
      if (alone) {
        return word.text;
      }
      name.append(name.isEmpty() ? "" : word.gap);
      name.append(word.kind == Kind.COMMENT ? "(" + word.text + ")" : word.text);
    }
    return name.toString();
  }
}
