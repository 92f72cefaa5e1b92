package arashi.compose;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A file's content in base64 (RFC 2045, 6.8), without its last line end.
 *
 * @param isMail true for a mail, whose {@code Bcc} must be removed
 * @param bytes length of the content before encoding
 */
record Base64File(Attached file, Contents contents, boolean isMail, long bytes) implements Section {
  private static final int LINE = 76;
  private static final byte[] LINE_END = "\r\n".getBytes(StandardCharsets.US_ASCII);

  static Base64File of(Attached file, Contents contents) {
    return new Base64File(file, contents, false, file.size());
  }

  @Override
  public long size() {
    long chars = (bytes + 2) / 3 * 4;
    long lines = (chars + LINE - 1) / LINE;
    return chars + 2 * Math.max(0, lines - 1);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (OutputStream base64 = Base64.getMimeEncoder(LINE, LINE_END).wrap(new Unclosed(out))) {
      if (isMail) {
        WithoutFields mail = new WithoutFields(base64, WithoutFields.FORWARDED);
        FileCopy.copy(file, contents, mail);
        mail.finish();
      } else {
        FileCopy.copy(file, contents, base64);
      }
    }
  }

  /** Keeps the stream open: the encoder writes its end on close, but the mail continues. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() {}
  }
}
