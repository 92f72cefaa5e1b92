package arashi.delivery.protocol;

import java.nio.ByteBuffer;

/**
 * Reads what follows DATA (RFC 5321, 4.5.2): takes the dot off lines that begin with one, and finds
 * the end. A line begins behind CRLF and nowhere else.
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
    if (!body.hasRoomFor(in.remaining() + 1)) { // and a CR that was kept back
      return Progress.MEMORY;
    }
    if (readsToEnd(in)) {
      return Progress.END;
    }
    return body.isEndless() ? Progress.ENDLESS : Progress.INPUT;
  }

  private boolean readsToEnd(ByteBuffer in) {
    int start = in.position(); // of what has to be added
    if (state == State.DOT_CR && in.get(start) != '\n') {
      body.add((byte) '\r'); // of the buffer before: it ends nothing, so it is data
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
    if (state != State.DOT_CR) { // whose CR may belong to the end
      body.add(in, start, in.limit());
    }
    in.position(in.limit());
    return false;
  }

  /** Where the text that goes on at {@code i} ends: nearly all octets of a mail pass here. */
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

  /** The state behind an octet of a line. */
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
