package arashi.compose;

import arashi.mime.text.TextCleaner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Parser of one recipients field, char by char. A <em>piece</em> is the text between separators:
 * words, quoted strings, a comment, an address in angle brackets. One use, one thread.
 *
 * <pre>
 *   Team: "Okoye, Ifeoma" (home) &lt;io@example.net&gt; , lin@example.org ana@example.net ; …
 *   group  quoted         comment angle          separator  words, one piece
 * </pre>
 */
final class TypedAddresses {
  /** Lookahead after a comma, in chars, for the end of a name that contains it. */
  private static final int MAX_NAME = 200;

  /** Maximum of pieces marked as wrong; more means unrelated pasted text. */
  private static final int MAX_WRONG = 500;

  /** A run without blanks. */
  private record Word(String text, int start, int end, boolean quoted, boolean hasAt) {}

  private final String in;
  private final boolean smtputf8;
  private final int lastSemicolon;
  private final int lastQuote;
  private final int lastParenthesis;
  private final Map<String, Mailbox> mailboxes = new LinkedHashMap<>();
  private final List<Wrong> wrong = new ArrayList<>();

  private final List<Word> words = new ArrayList<>();
  private boolean wordsHaveAt;
  private String comment = "";
  private String angle;
  private boolean inGroup;

  /** Start of the piece; -1 while it is empty. */
  private int start = -1;

  private int end;
  private int at;

  TypedAddresses(String in, boolean smtputf8) {
    this.in = in;
    this.smtputf8 = smtputf8;
    this.lastSemicolon = in.lastIndexOf(';');
    this.lastQuote = in.lastIndexOf('"');
    this.lastParenthesis = in.lastIndexOf(')');
  }

  AddressList read() {
    while (at < in.length() && mailboxes.size() <= AddressList.MAX_MAILBOXES) {
      char c = in.charAt(at);
      if (isBlank(c)) {
        at++;
      } else if (isSeparator(c)) {
        separator(c);
      } else if (c == '(' && at < lastParenthesis) {
        comment();
      } else if (c == '<') {
        angle();
      } else if (c == ':' && opensGroup()) {
        reset();
        inGroup = true;
        at++;
      } else {
        word();
      }
    }
    finish();
    return new AddressList(List.copyOf(mailboxes.values()), wrong);
  }

  // ---- scanning

  private void separator(char c) {
    boolean newline = c == '\n' || c == '\r';
    int next = newline && isNameAlone() ? next(at) : in.length();
    if (next < in.length() && in.charAt(next) == '<') {
      at = next; // a pasted header field, folded between name and address
    } else if ((c == ',' || c == '，') && belongsToName()) {
      Word last = words.remove(words.size() - 1);
      words.add(new Word(last.text + ",", last.start, at + 1, false, false));
      at++;
    } else {
      finish();
      inGroup &= c != ';';
      at++;
    }
  }

  /** Detects {@code Okoye, Ifeoma <io@example.net>; …}, where only semicolons separate. */
  private boolean belongsToName() {
    if (lastSemicolon < 0 || inGroup || !isNameAlone()) {
      return false;
    }
    int limit = Math.min(in.length(), at + MAX_NAME);
    for (int i = at + 1; i < limit; i++) {
      char c = in.charAt(i);
      if (c == '<') {
        return true;
      }
      if (c == ';' || c == '@' || c == '"' || c == '\n' || c == '\r') {
        return false;
      }
    }
    return false;
  }

  /** True if the piece has words so far, and no address. */
  private boolean isNameAlone() {
    return angle == null && !words.isEmpty() && !wordsHaveAt;
  }

  /**
   * True if the colon opens a group, which a later semicolon must end; otherwise it is part of a
   * header field or an error.
   */
  private boolean opensGroup() {
    return mayOpenGroup() && isNameAlone();
  }

  /** Returns the index of the next char that is neither blank nor line end. */
  private int next(int from) {
    int i = from;
    while (i < in.length()
        && (isBlank(in.charAt(i)) || in.charAt(i) == '\n' || in.charAt(i) == '\r')) {
      i++;
    }
    return i;
  }

  private void comment() {
    int from = at;
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
    grow(from);
    if (comment.isEmpty()) {
      comment = text.toString();
    }
  }

  private void angle() {
    int from = at++;
    boolean quoted = false;
    while (at < in.length()) {
      char c = in.charAt(at);
      if (c == '\\' && quoted) {
        at++;
      } else if (c == '"') {
        quoted = !quoted && at < lastQuote;
      } else if (!quoted && (c == '>' || isSeparator(c))) {
        break;
      }
      at++;
    }
    at = Math.min(at, in.length());
    angle = in.substring(from + 1, at).strip();
    if (at < in.length() && in.charAt(at) == '>') {
      at++;
    }
    grow(from);
    while (at < in.length() && isBlank(in.charAt(at))) {
      at++;
    }
    if (at < in.length() && in.charAt(at) == '(' && at < lastParenthesis) {
      comment();
    }
    finish();
  }

  /** Reads a word, or a quoted string with adjoining text. */
  private void word() {
    int from = at;
    boolean hasAt = false;
    StringBuilder text = new StringBuilder();
    while (at < in.length()) {
      char c = in.charAt(at);
      if (c == '"' && at < lastQuote) {
        int closed = closingQuote();
        boolean alone = at == from && (closed == in.length() || in.charAt(closed) != '@');
        if (alone) {
          words.add(new Word(unquoted(at, closed), from, closed, true, false));
          at = closed;
          grow(from);
          return;
        }
        text.append(in, at, closed);
        at = closed;
        continue;
      }
      if (isBlank(c) || isSeparator(c) || c == '<' || (at > from && endsWord(c, text, hasAt))) {
        break;
      }
      hasAt |= c == '@' || c == '＠';
      text.append(c == '＠' ? '@' : c);
      at++;
    }
    words.add(new Word(text.toString(), from, at, false, hasAt));
    wordsHaveAt |= hasAt;
    grow(from);
  }

  /**
   * True for the start of a comment and for the colon after a group's name. The colon of a link is
   * part of its word.
   */
  private boolean endsWord(char c, StringBuilder word, boolean hasAt) {
    return (c == '(' && at < lastParenthesis)
        || (c == ':' && !hasAt && mayOpenGroup() && !lower(word).equals("mailto"));
  }

  private boolean mayOpenGroup() {
    return !inGroup && at < lastSemicolon && !wordsHaveAt;
  }

  private static String lower(StringBuilder word) {
    return word.length() > 6 ? "" : word.toString().toLowerCase(Locale.ROOT);
  }

  /** Returns the index after the quote that closes the one at {@link #at}. */
  private int closingQuote() {
    int i = at + 1;
    while (i < in.length() && in.charAt(i) != '"') {
      i += in.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(in.length(), i + 1);
  }

  private String unquoted(int from, int to) {
    StringBuilder text = new StringBuilder();
    int last = in.charAt(to - 1) == '"' ? to - 1 : to;
    for (int i = from + 1; i < last; i++) {
      char c = in.charAt(i);
      text.append(c == '\\' && i + 1 < last ? in.charAt(++i) : c);
    }
    return text.toString();
  }

  private void grow(int from) {
    start = start < 0 ? from : start;
    end = at;
  }

  private static boolean isSeparator(char c) {
    return c == ',' || c == ';' || c == '\n' || c == '\r' || c == '，' || c == '；';
  }

  private static boolean isBlank(char c) {
    return c != '\n' && c != '\r' && (Character.isWhitespace(c) || Character.isSpaceChar(c));
  }

  // ---- a piece to recipients

  private void finish() {
    if (start >= 0) {
      if (angle != null) {
        named();
      } else if (words.isEmpty()) {
        wrong(start, end, Wrong.Reason.NO_AT);
      } else {
        bare();
      }
    }
    reset();
  }

  private void reset() {
    words.clear();
    wordsHaveAt = false;
    comment = "";
    angle = null;
    start = -1;
  }

  /** Takes an address in angle brackets with its name, and any bare addresses before that name. */
  private void named() {
    int first = 0;
    while (first + 1 < words.size() && words.get(first).hasAt) {
      Word bare = words.get(first++);
      take("", bare.text, bare.start, bare.end);
    }
    int from = first == 0 ? start : words.get(first).start;
    take(name(words.subList(first, words.size())), angle, from, end);
  }

  /**
   * Takes bare addresses. Words before the only address are its name, and so is a quoted string
   * before any address.
   */
  private void bare() {
    long addresses = words.stream().filter(Word::hasAt).count();
    if (addresses == 0) {
      wrong(start, end, Wrong.Reason.NO_AT);
      return;
    }
    int nameFrom = 0;
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      if (!word.hasAt) {
        continue;
      }
      List<Word> before = words.subList(nameFrom, i);
      boolean name = addresses == 1 || (before.size() == 1 && before.get(0).quoted);
      if (!name) {
        before.forEach(w -> wrong(w.start, w.end, Wrong.Reason.NO_AT));
      }
      int from = name && !before.isEmpty() ? before.get(0).start : word.start;
      take(name ? name(before) : "", word.text, from, word.end);
      nameFrom = i + 1;
    }
    words.subList(nameFrom, words.size()).forEach(w -> wrong(w.start, w.end, Wrong.Reason.NO_AT));
  }

  /** Joins the words of a name. Words with a colon are likely a pasted header field. */
  private String name(List<Word> of) {
    StringBuilder text = new StringBuilder();
    for (Word word : of) {
      if (!word.quoted && word.text.indexOf(':') >= 0) {
        wrong(word.start, word.end, Wrong.Reason.NO_AT);
        continue;
      }
      text.append(text.isEmpty() ? "" : " ").append(word.text);
    }
    return TextCleaner.oneLine(text.isEmpty() ? comment : text.toString());
  }

  private void take(String name, String typed, int from, int to) {
    String text = Addresses.bare(typed);
    var address = Addresses.parse(text);
    if (address.isEmpty()) {
      wrong(from, to, Addresses.reason(text));
      return;
    }
    Mailbox mailbox = new Mailbox(name.equalsIgnoreCase(text) ? "" : name, address.get());
    if (mailbox.needsSmtpUtf8() && !smtputf8) {
      wrong(from, to, Wrong.Reason.INTERNATIONAL);
    } else if (mailboxes.size() == AddressList.MAX_MAILBOXES
        && !mailboxes.containsKey(mailbox.key())) {
      wrong(from, in.length(), Wrong.Reason.TOO_MANY);
      at = in.length();
    } else {
      mailboxes.merge(
          mailbox.key(), mailbox, (old, next) -> old.name().isEmpty() ? withName(old, next) : old);
    }
  }

  private static Mailbox withName(Mailbox address, Mailbox name) {
    return new Mailbox(name.name(), address.address());
  }

  private void wrong(int from, int to, Wrong.Reason reason) {
    if (wrong.size() == MAX_WRONG) {
      return;
    }
    if (wrong.size() == MAX_WRONG - 1) {
      wrong.add(new Wrong(in.substring(from), from, in.length(), Wrong.Reason.TOO_MANY));
      at = in.length();
      return;
    }
    wrong.add(new Wrong(in.substring(from, to), from, to, reason));
  }
}
