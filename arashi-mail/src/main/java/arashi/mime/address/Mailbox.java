package arashi.mime.address;

import arashi.mime.text.TextCleaner;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A mailbox of a header (RFC 5322, 3.4): an address and the name of its owner.
 *
 * @param name display name without quotes, or empty
 * @param address {@code local@domain}: of a typed mailbox as {@link MailAddress} writes it, of a
 *     received one as written, or the text in its place; may be empty for the name of an empty
 *     group
 */
public record Mailbox(String name, String address) {

  /** Names that need no quotes: words of letters, separated by single spaces. */
  private static final Pattern PLAIN_NAME =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}'_-]++( [\\p{L}\\p{M}\\p{N}'_-]++)*+");

  /** Returns the label shown in lists: the name, otherwise the address. */
  public String label() {
    return name.isEmpty() ? address : name;
  }

  /** Key for comparison without case. */
  public String key() {
    return address.toLowerCase(Locale.ROOT);
  }

  /** True if only servers with SMTPUTF8 (RFC 6531) accept the address. */
  public boolean needsSmtpUtf8() {
    return !TextCleaner.isAscii(address);
  }

  /** Returns the mailbox as it is typed into a field, with the name quoted if necessary. */
  public String typed() {
    String line = TextCleaner.oneLine(name);
    if (line.isEmpty()) {
      return address;
    }
    return (PLAIN_NAME.matcher(line).matches() ? line : QuotedString.of(line))
        + (" <" + address + ">");
  }

  /** Returns {@code Name <address>} for display; not quoted for a header field. */
  @Override
  public String toString() {
    if (name.isEmpty()) {
      return address;
    }
    return address.isEmpty() ? name : name + " <" + address + ">";
  }
}
