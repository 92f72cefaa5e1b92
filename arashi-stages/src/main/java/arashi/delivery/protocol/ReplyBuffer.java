package arashi.delivery.protocol;

import arashi.delivery.Reply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Pending replies to the client, in order. */
final class ReplyBuffer {
  /** Keeps a line below the 512 octets of RFC 5321, 4.5.3.1.5. */
  private static final int MAX_TEXT = 400;

  private final StringBuilder text = new StringBuilder(0);

  /** Adds a reply of one line. */
  void add(Reply reply) {
    text.append(reply.code()).append(' ');
    if (!reply.status().isEmpty()) {
      text.append(reply.status()).append(' ');
    }
    text.append(shown(reply.text())).append("\r\n");
  }

  /** Adds a reply of several lines. */
  void add(int code, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      text.append(code).append(i == lines.size() - 1 ? ' ' : '-');
      text.append(shown(lines.get(i))).append("\r\n");
    }
  }

  /** Masks controls and non-ASCII: the text may echo client input, which must not end the line. */
  private static String shown(String line) {
    StringBuilder shown = new StringBuilder(line);
    shown.setLength(Math.min(MAX_TEXT, line.length()));
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      if (c < ' ' || c >= 0x7f) {
        shown.setCharAt(i, '?');
      }
    }
    return shown.toString();
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  /** Returns all replies and clears the buffer. */
  ByteBuffer take() {
    ByteBuffer octets = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
    text.setLength(0);
    text.trimToSize();
    return octets;
  }
}
