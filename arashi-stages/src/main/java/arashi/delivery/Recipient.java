package arashi.delivery;

import arashi.mime.address.MailAddress;
import java.util.List;
import java.util.Optional;

/**
 * An accepted recipient.
 *
 * @param address address as the client sent it
 * @param mailboxes its mailboxes; an alias has several
 */
public record Recipient(MailAddress address, List<Mailbox> mailboxes) {

  /** Copies the list. */
  public Recipient {
    mailboxes = List.copyOf(mailboxes);
  }

  /**
   * Destination of a copy.
   *
   * @param account id of the account
   * @param folder id of the folder that a sub-address names; empty: the inbox
   */
  public record Mailbox(long account, Optional<Long> folder) {}
}
