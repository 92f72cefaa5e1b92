package arashi.compose;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A field of recipients, as people type and paste it: names in quotes with commas in them,
 * semicolons, one on each line, bare addresses with blanks between, groups (RFC 5322, 3.4),
 * comments, domains in any script. Takes time in proportion to the text.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedMethod", "UnusedVariable"}) // bodies follow
public final class AddressList {
  private final List<Mailbox> mailboxes;
  private final List<Wrong> wrong;

  private AddressList(List<Mailbox> mailboxes, List<Wrong> wrong) {
    this.mailboxes = List.copyOf(mailboxes);
    this.wrong = List.copyOf(wrong);
  }

  /** Reads a field; addresses that need SMTPUTF8 are wrong. */
  public static AddressList parse(String typed) {
    return parse(typed, false);
  }

  /** Reads a field; {@code smtputf8} says whether letters beyond ASCII may stand before the @. */
  public static AddressList parse(String typed, boolean smtputf8) {
    throw new UnsupportedOperationException();
  }

  /** Recipients as typed in a field, with commas between them. */
  public static String format(List<Mailbox> mailboxes) {
    return mailboxes.stream().map(AddressList::typed).collect(Collectors.joining(", "));
  }

  static String typed(Mailbox mailbox) {
    throw new UnsupportedOperationException();
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
