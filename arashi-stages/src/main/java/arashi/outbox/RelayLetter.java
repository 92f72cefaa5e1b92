package arashi.outbox;

import jakarta.mail.Session;
import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.angus.mail.smtp.SMTPMessage;

/** A raw mail in the library's form, written unchanged. */
final class RelayLetter extends SMTPMessage {
  private static final int PIECE = 64 << 10;

  private final byte[] raw;
  private final Relay.Gate gate;

  RelayLetter(Session session, byte[] raw, Relay.Gate gate) {
    super(session);
    this.raw = raw;
    this.gate = gate;
  }

  boolean hasHighBits() {
    return hasHighBits(raw);
  }

  static boolean hasHighBits(byte[] raw) {
    for (byte b : raw) {
      if (b < 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void writeTo(OutputStream out, String[] ignored) throws IOException {
    for (int at = 0; at < raw.length; at += PIECE) {
      gate.progress();
      out.write(raw, at, Math.min(PIECE, raw.length - at));
    }
  }
}
