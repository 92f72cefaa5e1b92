package arashi.delivery.protocol;

import arashi.delivery.Envelope;
import arashi.delivery.Recipient;
import java.util.List;

/**
 * A mail that has come as a whole. Its taker releases the content, whatever becomes of it.
 *
 * @param envelope how it came
 * @param recipients in the order of their RCPT
 * @param content its octets
 */
public record ReceivedMail(Envelope envelope, List<Recipient> recipients, Content content) {

  /** Copies the list. */
  public ReceivedMail {
    recipients = List.copyOf(recipients);
  }
}
