package arashi.compose;

import arashi.mime.text.TextCleaner;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A field of recipients, as people type and paste it: names in quotes with commas in them,
 * semicolons, one on each line, bare addresses with blanks between, groups (RFC 5322, 3.4),
 * comments, domains in any script. Takes time in proportion to the text.
 */
public final class AddressList {
  /** Recipients that one field may have. */
  public static final int MAX_MAILBOXES = 2_000;

  /** Names that need no quotes: words of letters, with single spaces between. */
  private static final Pattern PLAIN_NAME =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}'_-]+( [\\p{L}\\p{M}\\p{N}'_-]+)*");

  private final List<Mailbox> mailboxes;
  private final List<Wrong> wrong;

  AddressList(List<Mailbox> mailboxes, List<Wrong> wrong) {
    this.mailboxes = List.copyOf(mailboxes);
    this.wrong = List.copyOf(wrong);
  }

  /** Reads a field; addresses that need SMTPUTF8 are wrong. */
  public static AddressList parse(String typed) {
    return parse(typed, false);
  }

  /** Reads a field; {@code smtputf8} says whether letters beyond ASCII may stand before the @. */
  public static AddressList parse(String typed, boolean smtputf8) {
    return new TypedAddresses(typed, smtputf8).read();
  }

  /** Recipients as typed in a field, with commas between them. */
  public static String format(List<Mailbox> mailboxes) {
    return mailboxes.stream().map(Mailbox::toString).collect(Collectors.joining(", "));
  }

  /** One recipient as typed in a field. */
  static String typed(Mailbox mailbox) {
    String name = TextCleaner.oneLine(mailbox.name());
    if (name.isEmpty()) {
      return mailbox.address();
    }
    String shown =
        PLAIN_NAME.matcher(name).matches()
            ? name
            : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    return shown + " <" + mailbox.address() + ">";
  }

  /** Recipients, each once without regard to case, in the order of the field. */
  public List<Mailbox> mailboxes() {
    return mailboxes;
  }

  /** What is no recipient, in the order of the field. */
  public List<Wrong> wrong() {
    return wrong;
  }
}
