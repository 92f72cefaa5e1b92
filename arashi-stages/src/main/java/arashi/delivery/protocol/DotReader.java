package arashi.delivery.protocol;

import java.nio.ByteBuffer;

/**
 * Reads the content after DATA (RFC 5321, 4.5.2): removes dot-stuffing and finds the end. A line
 * begins only after CRLF.
 *
 * <pre>
 *              CR            LF              '.'          CR             LF
 *   TEXT ───────────► CR ──────────► START ──────► DOT ────────► DOT_CR ─────► the end
 *    ▲  ◄─ other ─────┘               │             │              │
 *    └◄──────────────── other ────────┴─────────────┴──────────────┘
 * </pre>
 */
final class DotReader implements BodyReader {
  private enum State {
    START,
    TEXT,
    CR,
    DOT,
    DOT_CR
  }

  private final MailBody body;
  private State state = State.START;

  DotReader(MailBody body) {
    this.body = body;
  }

  @Override
  public Progress read(ByteBuffer in) {
    if (!in.hasRemaining()) {
      return Progress.INPUT;
    }
    if (!body.hasRoomFor(in.remaining() + 1)) { // plus a withheld CR
      return Progress.MEMORY;
    }
    if (readsToEnd(in)) {
      return Progress.END;
    }
    return body.isEndless() ? Progress.ENDLESS : Progress.INPUT;
  }

  private boolean readsToEnd(ByteBuffer in) {
    int start = in.position(); // of the octets to add
    if (state == State.DOT_CR && in.get(start) != '\n') {
      body.add((byte) '\r'); // withheld in the previous buffer; it is data
    }
    for (int i = start; i < in.limit(); i++) {
      if (state == State.TEXT) {
        i = restOfText(in, i);
        if (i == in.limit()) {
          break;
        }
      }
      byte b = in.get(i);
      if (state == State.DOT_CR && b == '\n') {
        in.position(i + 1);
        return true;
      }
      if (state == State.START && b == '.') {
        body.add(in, start, i);
        start = i + 1;
        state = State.DOT;
      } else if (state == State.DOT && b == '\r') {
        state = State.DOT_CR;
      } else {
        state = next(b);
      }
    }
    if (state != State.DOT_CR) { // its CR may belong to the end
      body.add(in, start, in.limit());
    }
    in.position(in.limit());
    return false;
  }

  /** Returns the end of the plain text at {@code i}. Fast path for nearly all octets. */
  private static int restOfText(ByteBuffer in, int i) {
    int limit = in.limit();
    while (i < limit) {
      byte b = in.get(i);
      if (b == '\r' || b == '\n') {
        break;
      }
      i++;
    }
    return i;
  }

  /** Returns the state after an octet within a line. */
  private State next(byte b) {
    boolean afterCr = state == State.CR || state == State.DOT_CR;
    if (afterCr != (b == '\n')) {
      body.bareLineEnd();
    }
    if (b == '\r') {
      return State.CR;
    }
    return afterCr && b == '\n' ? State.START : State.TEXT;
  }
}
