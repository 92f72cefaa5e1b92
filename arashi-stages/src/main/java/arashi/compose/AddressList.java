package arashi.compose;

import arashi.mime.text.TextCleaner;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parsed field of recipients, as people type or paste it: quoted names with commas, semicolons, one
 * address per line, bare addresses separated by blanks, groups (RFC 5322, 3.4), comments, domains
 * in any script. Parsing takes linear time.
 */
public final class AddressList {
  /** Maximum of recipients in a field. */
  public static final int MAX_MAILBOXES = 2_000;

  /** Names that need no quotes: words of letters, separated by single spaces. */
  private static final Pattern PLAIN_NAME =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}'_-]++( [\\p{L}\\p{M}\\p{N}'_-]++)*+");

  private final List<Mailbox> mailboxes;
  private final List<Wrong> wrong;

  AddressList(List<Mailbox> mailboxes, List<Wrong> wrong) {
    this.mailboxes = List.copyOf(mailboxes);
    this.wrong = List.copyOf(wrong);
  }

  /** Parses a field; addresses that need SMTPUTF8 are wrong. */
  public static AddressList parse(String typed) {
    return parse(typed, false);
  }

  /** Parses a field; {@code smtputf8} allows letters beyond ASCII before the @. */
  public static AddressList parse(String typed, boolean smtputf8) {
    return new TypedAddresses(typed, smtputf8).read();
  }

  /** Formats recipients for a field, separated by commas. */
  public static String format(List<Mailbox> mailboxes) {
    return mailboxes.stream().map(Mailbox::toString).collect(Collectors.joining(", "));
  }

  /** Formats one recipient for a field. */
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

  /** The recipients in the order of the field, without duplicates (ignoring case). */
  public List<Mailbox> mailboxes() {
    return mailboxes;
  }

  /** The malformed pieces in the order of the field. */
  public List<Wrong> wrong() {
    return wrong;
  }
}
