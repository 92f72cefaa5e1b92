package seda.netio.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import seda.kernel.Budget;

/** The parser's result for bytes in pieces, one line per request or refusal. */
final class Transcript {
  private final List<String> lines = new ArrayList<>();
  private RequestParser parser;

  private Transcript(HttpLimits limits) {
    parser = new RequestParser(limits, (head, usual) -> usual, new Budget(limits.maxBodiesBytes()));
  }

  /**
   * Parses like a connection.
   *
   * @param pieceLength returns the length of the next piece, given the remaining bytes
   */
  static List<String> of(byte[] bytes, HttpLimits limits, IntUnaryOperator pieceLength) {
    Transcript transcript = new Transcript(limits);
    int from = 0;
    while (from < bytes.length && transcript.parser != null) {
      int length = pieceLength.applyAsInt(bytes.length - from);
      transcript.take(ByteBuffer.wrap(bytes, from, length).slice());
      from += length;
    }
    return transcript.lines;
  }

  private void take(ByteBuffer piece) {
    try {
      while (piece.hasRemaining()) {
        RequestParser.Progress progress = parser.parse(piece);
        if (progress == RequestParser.Progress.HEAD) {
          lines.add("head of " + parser.head().target() + ", body: " + parser.hasBody());
          progress = parser.parse(piece);
        }
        if (progress == RequestParser.Progress.REQUEST) {
          lines.add(describe(parser.request()));
          parser.reset();
        }
      }
    } catch (RefusedRequestException e) {
      lines.add("refused: " + e.status());
      parser = null;
    }
  }

  /** Describes all properties in which the test's requests differ. */
  static String describe(HttpRequest request) {
    return String.join(
        " | ",
        request.method(),
        request.target(),
        request.path(),
        request.protocol(),
        String.valueOf(request.headerAll("Host")),
        String.valueOf(request.headerAll("X")),
        String.valueOf(request.headerAll("Cookie")),
        Bytes.latin1(request.body()));
  }
}
