package arashi.delivery;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/**
 * An envelope address (RFC 5321, 4.1.2 {@code Mailbox}; RFC 6531).
 *
 * @param localPart local part as sent, without quotes
 * @param domain A-labels in lower case, or an address literal with its brackets
 */
public record MailAddress(String localPart, String domain) {

  /**
   * Parses a mailbox without angle brackets.
   *
   * @param smtputf8 true to allow letters beyond ASCII
   * @return empty if it is malformed
   */
  public static Optional<MailAddress> parse(String mailbox, boolean smtputf8) {
    return new AddressReader(mailbox, smtputf8).mailbox();
  }

  /** The local part for comparison: NFC and lower case. */
  public String folded() {
    return Normalizer.normalize(
        Normalizer.normalize(localPart, Normalizer.Form.NFC).toLowerCase(Locale.ROOT),
        Normalizer.Form.NFC);
  }

  /** The address for a header or reply, with the local part quoted if necessary. */
  @Override
  public String toString() {
    return AddressReader.quoted(localPart) + "@" + domain;
  }
}
