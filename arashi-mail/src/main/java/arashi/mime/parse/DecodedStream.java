package arashi.mime.parse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Removes a transfer encoding (RFC 2045, 6) from a body of any quality, in bounded memory. It never
 * fails on malformed input and never drops a character of content: what is not encoded is passed
 * on, or kept as {@link #rest}. For one thread.
 */
abstract class DecodedStream extends InputStream {
  /** Bytes kept of the text that stands in an encoded file. */
  static final int MAX_REST = 64 << 10;

  private static final int READ_BYTES = 8 << 10;

  private final InputStream in;
  private final byte[] raw = new byte[READ_BYTES];
  private final Output out = new Output();
  private int at;
  private boolean ended;

  /** True once input was found that the encoding does not allow, and that may change the result. */
  boolean damaged;

  DecodedStream(InputStream in) {
    this.in = in;
  }

  /** Decodes some input into {@code out}. */
  abstract void take(byte[] from, int length, Output out);

  /** Decodes what is left at the end of the input. */
  abstract void end(Output out);

  /** Returns text that is not part of the decoded content. */
  byte[] rest() {
    return new byte[0];
  }

  /** Whether content is held back until more input is known. */
  boolean holds() {
    return false;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (at == out.size() || holds()) {
      if (ended) {
        break;
      }
      if (at == out.size()) {
        out.reset();
        at = 0;
      }
      int n = in.read(raw);
      if (n < 0) {
        ended = true;
        end(out);
      } else {
        take(raw, n, out);
      }
    }
    int n = Math.min(length, out.size() - at);
    if (n == 0) {
      return -1;
    }
    System.arraycopy(out.bytes(), at, into, offset, n);
    at += n;
    return n;
  }

  /** A growing array; without the locks of {@link java.io.ByteArrayOutputStream}. */
  static final class Output {
    private byte[] bytes = new byte[READ_BYTES];
    private int size;

    void write(int b) {
      if (size == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * size);
      }
      bytes[size++] = (byte) b;
    }

    void write(byte[] from, int offset, int length) {
      if (length > bytes.length - size) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + length));
      }
      System.arraycopy(from, offset, bytes, size, length);
      size += length;
    }

    void write(String ascii) {
      write(ascii.getBytes(StandardCharsets.US_ASCII), 0, ascii.length());
    }

    void reset() {
      size = 0;
    }

    int size() {
      return size;
    }

    /** Returns the array itself, of which {@link #size} bytes are used. */
    byte[] bytes() {
      return bytes;
    }

    /** Returns the last byte, or a line feed if there is none. */
    int last() {
      return size == 0 ? '\n' : bytes[size - 1];
    }
  }
}
