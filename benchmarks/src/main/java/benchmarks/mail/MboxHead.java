package benchmarks.mail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The first mails of an mbox. */
final class MboxHead {
  private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);

  private MboxHead() {}

  /**
   * Copies the first mails.
   *
   * @return how many of {@code mails} are still wanted when the mbox has ended
   */
  static int copy(InputStream mbox, int mails, OutputStream out) throws IOException {
    int left = mails;
    boolean blank = true;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      line.reset();
      int b = mbox.read();
      while (b >= 0 && b != '\n') {
        line.write(b);
        b = mbox.read();
      }
      byte[] bytes = line.toByteArray();
      if (blank && Arrays.equals(bytes, 0, Math.min(5, bytes.length), FROM, 0, 5)) {
        if (left == 0) {
          return 0;
        }
        left--;
      }
      out.write(bytes);
      if (b < 0) {
        return left;
      }
      out.write('\n');
      blank = bytes.length == 0;
    }
  }
}
