package arashi.mime.address;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A field of recipients, as people type or paste it: quoted names with commas, semicolons, one
 * address per line, bare addresses separated by blanks, groups, comments, domains in any script.
 *
 * @param mailboxes the recipients in the order of the field, without duplicates (ignoring case)
 * @param wrong the malformed pieces in the order of the field
 */
public record AddressList(List<Mailbox> mailboxes, List<Wrong> wrong) {
  /** Maximum of recipients in a field. */
  public static final int MAX_MAILBOXES = 2_000;

  /** Copies the lists. */
  public AddressList {
    mailboxes = List.copyOf(mailboxes);
    wrong = List.copyOf(wrong);
  }

  /** Parses a field; addresses that need SMTPUTF8 are wrong. */
  public static AddressList parse(String typed) {
    return parse(typed, false);
  }

  /** Parses a field; {@code smtputf8} allows letters beyond ASCII before the @. */
  public static AddressList parse(String typed, boolean smtputf8) {
    return new TypedAddresses(typed, smtputf8).read();
  }

  /**
   * Parses the mailboxes of a received field. Never fails: text that is no address is returned as
   * it is, because readers must see it. Group members replace their group.
   *
   * @param field unfolded, with encoded words decoded to quoted strings
   * @param limit maximum of mailboxes
   * @param encoded true if the field had encoded words, so quoted text may hold several addresses
   */
  public static List<Mailbox> received(String field, int limit, boolean encoded) {
    return new ReceivedAddresses(field, limit, encoded).read();
  }

  /** Formats recipients for a field, separated by commas. */
  public static String format(List<Mailbox> mailboxes) {
    return mailboxes.stream().map(Mailbox::typed).collect(Collectors.joining(", "));
  }
}
