package arashi.delivery;

import java.util.List;
import java.util.Optional;

/**
 * An accepted recipient.
 *
 * @param address as the client gave it
 * @param mailboxes those that the address stands for; an alias has several
 */
public record Recipient(MailAddress address, List<Mailbox> mailboxes) {

  /** Copies the list. */
  public Recipient {
    mailboxes = List.copyOf(mailboxes);
  }

  /**
   * Where a copy goes.
   *
   * @param account its id
   * @param folder id of the folder that a sub-address names; empty: the inbox
   */
  public record Mailbox(long account, Optional<Long> folder) {}
}
