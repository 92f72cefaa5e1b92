package seda.netio.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Checks the request line before the parser, which tolerates several spaces between its parts, any
 * case of {@code http}, and versions up to 2. Only this passes (RFC 9112 §3):
 *
 * <pre>
 *   *8 CRLF  method SP target SP "HTTP/1." ("0" / "1") CRLF
 *
 *   BLANK ─ CR ─► BLANK_CR ─ LF ─► BLANK
 *     └─ token ─► METHOD ─ SP ─► TARGET ─ SP ─► VERSION ─ CR ─► END_CR ─ LF ─► COMPLETE
 * </pre>
 */
final class RequestLine {
  private static final int MAX_BLANK_LINES = 8;
  private static final int MAX_METHOD_LENGTH = 32;
  private static final byte[] VERSION = "HTTP/d.d".getBytes(StandardCharsets.US_ASCII);
  private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

  private enum State {
    BLANK,
    BLANK_CR,
    METHOD,
    TARGET,
    VERSION,
    END_CR,
    COMPLETE
  }

  private final int maxTargetLength;
  private State state = State.BLANK;
  private int length;
  private int blankLines;
  private int major;
  private int minor;

  RequestLine(int maxTargetLength) {
    this.maxTargetLength = maxTargetLength;
  }

  void reset() {
    state = State.BLANK;
    length = 0;
    blankLines = 0;
  }

  boolean isComplete() {
    return state == State.COMPLETE;
  }

  /** True once a byte other than a blank line's has arrived. */
  boolean hasStarted() {
    return state != State.BLANK && state != State.BLANK_CR;
  }

  /**
   * Checks the available bytes of the line; leaves the buffer unchanged.
   *
   * @throws RefusedRequestException 400; 414; 501 for a method that is too long; 505
   */
  void check(ByteBuffer in) throws RefusedRequestException {
    for (int i = in.position(); i < in.limit() && state != State.COMPLETE; i++) {
      next(in.get(i));
    }
  }

  private void next(byte b) throws RefusedRequestException {
    switch (state) {
      case BLANK -> blank(b);
      case BLANK_CR -> {
        require(b == '\n', "malformed request line: CR without LF");
        require(++blankLines <= MAX_BLANK_LINES, "too many blank lines before the request line");
        state = State.BLANK;
      }
      case METHOD -> method(b);
      case TARGET -> target(b);
      case VERSION -> version(b);
      case END_CR -> {
        require(b == '\n', "malformed request line: CR without LF");
        state = State.COMPLETE;
        if (major != 1 || minor > 1) {
          throw new RefusedRequestException(505, "only HTTP/1.0 and HTTP/1.1 are supported");
        }
      }
      case COMPLETE -> throw new AssertionError("nothing follows");
    }
  }

  private void blank(byte b) throws RefusedRequestException {
    if (b == '\r') {
      state = State.BLANK_CR;
    } else {
      state = State.METHOD;
      length = 0;
      method(b);
    }
  }

  private void method(byte b) throws RefusedRequestException {
    if (b == ' ' && length > 0) {
      state = State.TARGET;
      length = 0;
      return;
    }
    require(isTokenByte(b), "malformed method");
    if (++length > MAX_METHOD_LENGTH) {
      throw new RefusedRequestException(501, "unknown method");
    }
  }

  static boolean isTokenByte(int b) {
    return (b < 128 && Character.isLetterOrDigit(b)) || TOKEN_SYMBOLS.indexOf(b) >= 0;
  }

  private void target(byte b) throws RefusedRequestException {
    if (b == ' ' && length > 0) {
      state = State.VERSION;
      length = 0;
      return;
    }
    require(b > ' ' && b < 127, "malformed request target");
    if (++length > maxTargetLength) {
      throw new RefusedRequestException(414, "request target too long");
    }
  }

  private void version(byte b) throws RefusedRequestException {
    if (b == '\r' && length == VERSION.length) {
      state = State.END_CR;
      return;
    }
    require(length < VERSION.length, "malformed HTTP version");
    if (VERSION[length] == 'd') {
      require(b >= '0' && b <= '9', "malformed HTTP version");
      major = minor;
      minor = b - '0';
    } else {
      require(b == VERSION[length], "malformed HTTP version");
    }
    length++;
  }

  private static void require(boolean condition, String otherwise) throws RefusedRequestException {
    if (!condition) {
      throw RefusedRequestException.malformed(otherwise);
    }
  }
}
