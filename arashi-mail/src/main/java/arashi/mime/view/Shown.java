package arashi.mime.view;

import arashi.mime.address.Mailbox;

/**
 * The one way to show names and addresses of strangers, alone or within a text: in lists, on pages,
 * in quotations. Addresses within the text have a domain in letters only if these cannot be taken
 * for others ({@link MailDomain}), and invisible characters have a mark ({@link Invisible}). The
 * result is for readers: it is no longer an address to send to. Pure, linear.
 */
public final class Shown {
  private static final String DIVIDERS = "<>()[],;:\"";

  private Shown() {}

  /** Returns a name, an address, or a text with both for display. Null stays null. */
  public static String text(String text) {
    if (text == null || isPlain(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int start = 0;
    for (int at = 0; at <= text.length(); at++) {
      if (at == text.length() || isDivider(text.charAt(at))) {
        out.append(word(text.substring(start, at)));
        out.append(text, at, Math.min(at + 1, text.length()));
        start = at + 1;
      }
    }
    return Invisible.marked(out.toString());
  }

  /** Returns an address, or its name if it has one, for display. */
  public static String label(Mailbox address) {
    return text(address.label());
  }

  /**
   * Returns a mailbox of a stranger that is offered to the writer. What is invisible is left out
   * rather than marked, because the writer sends the text; a deceptive domain is in A-labels.
   */
  public static Mailbox offered(String name, String address) {
    return new Mailbox(Invisible.removed(name), MailDomain.written(Invisible.removed(address)));
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7f) && !text.contains("xn--");
  }

  private static boolean isDivider(char c) {
    return c <= ' ' || DIVIDERS.indexOf(c) >= 0;
  }

  /** In an address, blanks other than a space are marked as well. */
  private static String word(String word) {
    if (word.indexOf('@') < 0) {
      return word;
    }
    StringBuilder out = new StringBuilder();
    MailDomain.shown(word)
        .codePoints()
        .mapToObj(c -> Character.isSpaceChar(c) ? Invisible.mark(c) : Character.toString(c))
        .forEach(out::append);
    return out.toString();
  }
}
