package arashi.mime.address;

import arashi.mime.text.TextCleaner;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reader of a field that a person fills in. A word belongs to a recipient or to a {@link Wrong}
 * piece, so nothing that was typed is lost without a sign; only brackets and quotes without their
 * counterpart are dropped.
 */
public final class TypedAddresses extends AddressScanner {
  /** Lookahead after a comma, in chars, for the end of a name that contains it. */
  private static final int MAX_NAME = 200;

  /** Maximum of pieces marked as wrong; more means unrelated pasted text. */
  private static final int MAX_WRONG = 500;

  private static final String SCHEME = "mailto:";

  /** Invisible characters in addresses copied from web pages. */
  private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}+");

  private final boolean smtputf8;
  private final int lastSemicolon;
  private final Map<String, Mailbox> mailboxes = new LinkedHashMap<>();
  private final List<Wrong> wrong = new ArrayList<>();

  TypedAddresses(String in, boolean smtputf8) {
    super(in, ",;\n\r，；");
    this.smtputf8 = smtputf8;
    this.lastSemicolon = in.lastIndexOf(';');
  }

  AddressList read() {
    scan();
    return new AddressList(List.copyOf(mailboxes.values()), wrong);
  }

  // ---- a single address

  /** Strips pasted surroundings: invisible characters, {@code mailto:}, single quotes. */
  public static String bare(String typed) {
    String text = INVISIBLE.matcher(typed).replaceAll("").strip();
    if (text.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      text = text.substring(SCHEME.length());
    }
    if (text.length() > 2 && text.startsWith("'") && text.endsWith("'")) {
      text = text.substring(1, text.length() - 1);
    }
    return text;
  }

  /** Returns the address in NFC (RFC 6532, 3.1); empty if it is malformed. */
  public static Optional<String> address(String bare) {
    return MailAddress.parse(Normalizer.normalize(bare, Normalizer.Form.NFC))
        .map(MailAddress::toString);
  }

  private static Wrong.Reason reason(String text) {
    int sign = text.lastIndexOf('@');
    if (sign < 0) {
      return Wrong.Reason.NO_AT;
    }
    if (sign == 0) {
      return Wrong.Reason.NO_LOCAL_PART;
    }
    if (sign == text.length() - 1) {
      return Wrong.Reason.NO_DOMAIN;
    }
    boolean domain = Domain.ascii(text.substring(sign + 1)).isPresent();
    return domain ? Wrong.Reason.LOCAL_PART : Wrong.Reason.DOMAIN;
  }

  // ---- scanning

  @Override
  boolean isFull() {
    return mailboxes.size() > AddressList.MAX_MAILBOXES;
  }

  @Override
  boolean isSign(char c) {
    return c == '@' || c == '＠';
  }

  @Override
  void separator(char c) {
    boolean newline = c == '\n' || c == '\r';
    int next = newline && isNameAlone() ? nextLine() : in.length();
    if (next < in.length() && in.charAt(next) == '<') {
      at = next; // a pasted header field, folded between name and address
    } else if ((c == ',' || c == '，') && belongsToName()) {
      at++;
      add(Kind.PLAIN, ",", at - 1, false);
    } else {
      super.separator(c);
    }
  }

  /** Returns the index of the next char that is neither blank nor line end. */
  private int nextLine() {
    int i = at;
    while (i < in.length() && ("\n\r".indexOf(in.charAt(i)) >= 0 || isBlank(in.charAt(i)))) {
      i++;
    }
    return i;
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

  /**
   * A later semicolon must end the group; otherwise the colon is part of a header field or an
   * error. The colon of a link is part of its word.
   */
  @Override
  boolean opensGroup(CharSequence word) {
    boolean named = !word.isEmpty() || isNameAlone();
    return named
        && !inGroup
        && !hasAt
        && at < lastSemicolon
        && !(word.length() == 6 && word.toString().equalsIgnoreCase("mailto"));
  }

  // ---- a piece to recipients

  /** Takes any bare addresses before the name, and the address in brackets with its name. */
  @Override
  boolean named(String address) {
    int first = 0;
    while (first + 1 < words.size() && words.get(first).hasAt()) {
      Word bare = words.get(first++);
      take("", bare.text(), bare.start(), bare.end());
    }
    int from = first == 0 ? start : words.get(first).start();
    take(typedName(words.subList(first, words.size())), address, from, end);
    return false;
  }

  /**
   * Takes bare addresses. Words before the only address are its name, and so are a quoted string
   * before any address and comments.
   */
  @Override
  void bare() {
    long addresses = words.stream().filter(Word::hasAt).count();
    if (addresses == 0) {
      wrong(start, end, Wrong.Reason.NO_AT);
      return;
    }
    int from = 0;
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      if (!word.hasAt()) {
        continue;
      }
      List<Word> before = words.subList(from, i);
      from = i + 1;
      while (from < words.size() && words.get(from).kind() == Kind.COMMENT) {
        from++;
      }
      boolean named = addresses == 1 || (before.size() == 1 && before.get(0).kind() != Kind.PLAIN);
      if (!named) {
        noAddresses(before);
      }
      List<Word> name = named && !before.isEmpty() ? before : words.subList(i + 1, from);
      int start = named && !before.isEmpty() ? before.get(0).start() : word.start();
      take(typedName(name), word.text(), start, word.end());
    }
    noAddresses(words.subList(from, words.size()));
  }

  private void noAddresses(List<Word> of) {
    of.forEach(word -> wrong(word.start(), word.end(), Wrong.Reason.NO_AT));
  }

  /** Joins the words of a name. Words with a colon are likely a pasted header field. */
  private String typedName(List<Word> of) {
    List<Word> kept = new ArrayList<>();
    for (Word word : of) {
      if (word.kind() == Kind.PLAIN && word.text().indexOf(':') >= 0) {
        wrong(word.start(), word.end(), Wrong.Reason.NO_AT);
      } else {
        kept.add(word);
      }
    }
    return TextCleaner.oneLine(name(kept));
  }

  private void take(String name, String typed, int from, int to) {
    String text = bare(typed);
    Optional<String> address = address(text);
    if (address.isEmpty()) {
      wrong(from, to, reason(text));
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
