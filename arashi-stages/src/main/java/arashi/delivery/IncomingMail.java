package arashi.delivery;

import java.time.Instant;
import java.util.List;

/**
 * A whole mail, as it came after DATA or BDAT.
 *
 * @param queueId names it in the log, in the replies and in {@code Received}
 * @param envelope how it came
 * @param recipients those that were accepted, in the order of their RCPT; one may be there twice
 * @param raw the content, without dot-stuffing; nobody changes it
 * @param received when its last byte was there
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record IncomingMail(
    String queueId, Envelope envelope, List<Recipient> recipients, byte[] raw, Instant received) {

  /** Copies the list. */
  public IncomingMail {
    recipients = List.copyOf(recipients);
  }
}
