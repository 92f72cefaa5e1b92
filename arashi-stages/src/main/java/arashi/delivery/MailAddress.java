package arashi.delivery;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/**
 * An address of the envelope (RFC 5321, 4.1.2 {@code Mailbox}; RFC 6531).
 *
 * @param localPart as it was sent, without the quotes
 * @param domain A-labels in lower case, or an address literal with its brackets
 */
public record MailAddress(String localPart, String domain) {

  /**
   * Reads a mailbox, without angle brackets.
   *
   * @param smtputf8 whether letters beyond ASCII are allowed
   * @return empty if it is none
   */
  public static Optional<MailAddress> parse(String mailbox, boolean smtputf8) {
    return new AddressReader(mailbox, smtputf8).mailbox();
  }

  /** The local part as it is compared: in NFC and lower case. */
  public String folded() {
    return Normalizer.normalize(
        Normalizer.normalize(localPart, Normalizer.Form.NFC).toLowerCase(Locale.ROOT),
        Normalizer.Form.NFC);
  }

  /** As in a header or a reply: the local part is quoted if it has to be. */
  @Override
  public String toString() {
    return AddressReader.quoted(localPart) + "@" + domain;
  }
}
