package arashi.mime.parse;

import java.io.InputStream;

/**
 * Decodes quoted-printable (RFC 2045, 6.7).
 *
 * <pre>
 *  input                             output
 *  =3D =3d                           the octet; small letters are allowed
 *  = at the end of a line or part    nothing: the line goes on (also with blanks behind it)
 *  =3= at the end of a line, then D  the octet; a gateway wrapped the escape
 *  =XY, =4 and other non-escapes     the same, and the stream is damaged
 *  ==== as a whole line              the same: a rule that was not encoded
 *  blanks at the end of a line       nothing: they come from transport
 *  octets above 127                  the same
 * </pre>
 */
final class QuotedPrintableStream extends DecodedStream {
  private enum State {
    TEXT,
    /** After {@code =}. */
    EQUALS,
    /** After {@code =} and blanks. */
    BLANKS,
    /** After {@code =}, perhaps blanks, and CR. */
    RETURN,
    /** After {@code =} and one digit. */
    DIGIT,
    /** After {@code =}, one digit and {@code =}. */
    DIGIT_EQUALS,
    /** As before, and CR. */
    DIGIT_RETURN,
    /** After an escape that a soft line break interrupts. */
    DIGIT_BREAK
  }

  private State state = State.TEXT;
  private int digit;
  private int rule;
  private boolean onlyRule = true;
  private final Output blanks = new Output();

  QuotedPrintableStream(InputStream in) {
    super(in);
  }

  @Override
  void take(byte[] from, int length, Output out) {
    for (int i = 0; i < length; i++) {
      if (state == State.TEXT && blanks.size() == 0) {
        int start = i;
        while (i < length && isOrdinary(from[i])) {
          i++;
        }
        onlyRule &= i == start;
        out.write(from, start, i - start);
        if (i == length) {
          return;
        }
      }
      take(from[i] & 0xff, out);
    }
  }

  private static boolean isOrdinary(byte b) {
    return b != '=' && b != ' ' && b != '\t' && b != '\n' && b != '\r';
  }

  @Override
  void end(Output out) {
    switch (state) {
      case TEXT -> {} // blanks at the end of the last line
      case EQUALS, BLANKS, RETURN -> endSoft(out, "");
      case DIGIT_EQUALS, DIGIT_RETURN, DIGIT, DIGIT_BREAK -> broken(out, State.TEXT);
    }
  }

  private void take(int c, Output out) {
    switch (state) {
      case TEXT -> text(c, out);
      case EQUALS -> behindEquals(c, out);
      case BLANKS -> {
        if (c == ' ' || c == '\t') {
          blanks.write(c);
        } else if (c == '\n') {
          endSoft(out, "\n");
        } else if (c == '\r') {
          state = State.RETURN;
        } else {
          literal(out);
          text(c, out);
        }
      }
      case RETURN -> {
        endSoft(out, c == '\n' ? "\r\n" : "\r");
        if (c != '\n') {
          text(c, out);
        }
      }
      case DIGIT -> {
        if (isHex(c)) {
          octet(c, out);
        } else if (c == '=') {
          state = State.DIGIT_EQUALS;
        } else {
          broken(out, State.TEXT);
          text(c, out);
        }
      }
      case DIGIT_EQUALS, DIGIT_RETURN -> {
        if (c == '\n') {
          state = State.DIGIT_BREAK;
        } else if (c == '\r' && state == State.DIGIT_EQUALS) {
          state = State.DIGIT_RETURN;
        } else {
          boolean wasReturn = state == State.DIGIT_RETURN;
          broken(out, wasReturn ? State.TEXT : State.EQUALS);
          take(c, out);
        }
      }
      case DIGIT_BREAK -> {
        if (isHex(c)) {
          octet(c, out);
        } else {
          broken(out, State.TEXT);
          text(c, out);
        }
      }
    }
  }

  private void text(int c, Output out) {
    switch (c) {
      case '=' -> {
        keepBlanks(out);
        state = State.EQUALS;
        rule = 0;
      }
      case ' ', '\t' -> blanks.write(c);
      case '\n', '\r' -> {
        blanks.reset();
        out.write(c);
        onlyRule = true;
      }
      default -> {
        keepBlanks(out);
        onlyRule = false;
        out.write(c);
      }
    }
  }

  private void behindEquals(int c, Output out) {
    if (isHex(c)) {
      digit = c;
      state = State.DIGIT;
      return;
    }
    switch (c) {
      case '=' -> {
        out.write('=');
        rule++;
      }
      case ' ', '\t' -> {
        blanks.write(c);
        state = State.BLANKS;
      }
      case '\r' -> state = State.RETURN;
      case '\n' -> endSoft(out, "\n");
      default -> {
        literal(out);
        text(c, out);
      }
    }
  }

  /** Ends a soft line break; a line of {@code =} alone is a rule, with its line end. */
  private void endSoft(Output out, String lineEnd) {
    if (onlyRule && rule > 0) {
      out.write('=' + lineEnd);
    }
    blanks.reset();
    rule = 0;
    onlyRule = true;
    state = State.TEXT;
  }

  /** Keeps an {@code =} that begins no escape. */
  private void literal(Output out) {
    damaged = true;
    onlyRule = false;
    out.write('=');
    keepBlanks(out);
    state = State.TEXT;
  }

  /** Keeps the start of an escape that does not go on. */
  private void broken(Output out, State next) {
    damaged = true;
    onlyRule = false;
    out.write('=');
    out.write(digit);
    rule = 0;
    state = next;
  }

  private void octet(int low, Output out) {
    onlyRule = false;
    out.write(Character.digit(digit, 16) << 4 | Character.digit(low, 16));
    state = State.TEXT;
  }

  private void keepBlanks(Output out) {
    if (blanks.size() > 0) {
      onlyRule = false;
      out.write(blanks.bytes(), 0, blanks.size());
      blanks.reset();
    }
  }

  private static boolean isHex(int c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }
}
