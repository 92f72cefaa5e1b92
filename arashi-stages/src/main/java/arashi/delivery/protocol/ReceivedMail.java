package arashi.delivery.protocol;

import arashi.delivery.Envelope;
import arashi.delivery.Recipient;
import java.util.List;

/**
 * A mail whose content is complete. The receiver must release the content in any case.
 *
 * @param envelope its envelope
 * @param recipients recipients in the order of their RCPT
 * @param content its octets
 */
public record ReceivedMail(Envelope envelope, List<Recipient> recipients, Content content) {

  /** Copies the list. */
  public ReceivedMail {
    recipients = List.copyOf(recipients);
  }
}
