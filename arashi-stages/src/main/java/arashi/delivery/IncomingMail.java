package arashi.delivery;

import java.time.Instant;
import java.util.List;

/**
 * A complete mail from DATA or BDAT.
 *
 * @param queueId its name in the log, in replies and in {@code Received}
 * @param envelope its envelope
 * @param recipients accepted recipients in the order of their RCPT, possibly with duplicates
 * @param raw content without dot-stuffing; must not be changed
 * @param received arrival of the last byte
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record IncomingMail(
    String queueId, Envelope envelope, List<Recipient> recipients, byte[] raw, Instant received) {

  /** Copies the list. */
  public IncomingMail {
    recipients = List.copyOf(recipients);
  }
}
