package arashi.compose;

import arashi.mime.view.Invisible;
import arashi.mime.view.MailDomain;
import java.util.Locale;

/**
 * A recipient.
 *
 * @param name display name without quotes, or empty
 * @param address {@code local@domain} in envelope form: the domain in A-labels and lower case, the
 *     local part as typed, quoted if necessary
 */
public record Mailbox(String name, String address) {

  /**
   * A recipient that a stranger's mail offers to the writer. Invisible characters are left out
   * rather than marked, because the writer sends the text; a deceptive domain is in A-labels.
   */
  public static Mailbox offered(String name, String address) {
    return new Mailbox(Invisible.removed(name), MailDomain.written(Invisible.removed(address)));
  }

  /** Key for comparison without case. */
  public String key() {
    return address.toLowerCase(Locale.ROOT);
  }

  /** True if only servers with SMTPUTF8 (RFC 6531) accept the address. */
  public boolean needsSmtpUtf8() {
    return address.chars().anyMatch(c -> c >= 0x80);
  }

  /** The recipient for a field, with the name quoted if necessary. */
  @Override
  public String toString() {
    return AddressList.typed(this);
  }
}
