package arashi.compose;

import java.io.IOException;
import java.io.OutputStream;
import java.time.ZonedDateTime;
import java.util.List;

/**
 * A mail as it leaves (RFC 5322, MIME). The same arguments make the same bytes, so that what is
 * stored is what is sent, however often.
 *
 * <p>Lines end by CRLF and have at most 998 octets. Whatever was typed, no line break of it reaches
 * the header. {@code Bcc} is in no header. Files are read as they are written, never held.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedMethod", "UnusedVariable"}) // bodies follow
public final class OutgoingMail {
  private OutgoingMail() {}

  /**
   * Builds a mail. Reads attached mails, to see how they can be sent; other files are not opened.
   *
   * @param identity who writes
   * @param messageId {@code unique@domain}, without angle brackets; never used for another mail
   * @param date when it was written
   * @throws BadDraft if it can't be sent as it is
   * @throws IOException if a file can't be read
   * @throws IllegalArgumentException if {@code messageId} is none
   */
  public static OutgoingMail build(
      Draft draft, Identity identity, String messageId, ZonedDateTime date, Contents contents)
      throws BadDraft, IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Writes the mail; does not close the stream. May be called again, and writes the same.
   *
   * @throws IOException if a file can't be read, or has another size than it had
   */
  public void writeTo(OutputStream out) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Bytes of the mail. */
  public long size() {
    throw new UnsupportedOperationException();
  }

  /** Addresses of all recipients, each once, for the envelope. */
  public List<String> recipients() {
    throw new UnsupportedOperationException();
  }

  /** Address of the sender, for the envelope. */
  public String envelopeFrom() {
    throw new UnsupportedOperationException();
  }

  /** True if it has octets above 127: it may leave only by 8BITMIME (RFC 6152). */
  public boolean eightBit() {
    throw new UnsupportedOperationException();
  }
}
