package seda.netio.http;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import seda.kernel.Budget;
import seda.netio.Connection;
import seda.netio.FileRegion;

/**
 * The answers owed by a connection, in the order of the requests. An early answer waits here for
 * its turn, as do those after a streamed body.
 */
final class Answers {
  private final Connection connection;
  private final ProcessorState local;
  private final StrictTransport strict;
  private final Budget memory;
  private final Runnable bodySent;
  private Streaming streaming; // null unless a body is being sent
  private ServerExchange first;
  private ArrayDeque<ServerExchange> others; // null until a client pipelines requests

  /** An answer whose body is being sent. */
  private record Streaming(ServerExchange exchange, int status, OutgoingBody body) {}

  /**
   * Creates an empty queue.
   *
   * @param strict header field for HTTPS
   * @param memory budget of large answers, which give their bytes back once they are sent
   * @param bodySent runs once a streamed body is sent and the next answer may follow
   */
  Answers(
      Connection connection,
      ProcessorState local,
      StrictTransport strict,
      Budget memory,
      Runnable bodySent) {
    this.bodySent = bodySent;
    this.connection = connection;
    this.local = local;
    this.strict = strict;
    this.memory = memory;
  }

  int due() {
    int waiting = first == null ? 0 : others == null ? 1 : 1 + others.size();
    return streaming == null ? waiting : waiting + 1;
  }

  /** True if no answer waits and no body is being sent. */
  boolean isEmpty() {
    return first == null && streaming == null;
  }

  /** True if a request must be answered before the next one is read. */
  boolean isHeld() {
    boolean held = first != null && first.isHeld();
    if (others != null) {
      for (ServerExchange other : others) {
        held |= other.isHeld();
      }
    }
    return held;
  }

  void add(ServerExchange exchange) {
    if (first == null) {
      first = exchange;
    } else {
      if (others == null) {
        others = new ArrayDeque<>(2);
      }
      others.add(exchange);
    }
    local.began();
  }

  /** Takes the next answer if it is available; the caller must {@linkplain #write write} it. */
  HttpResponse poll() {
    return first == null || streaming != null ? null : first.takeResponse();
  }

  /** Removes the exchange whose answer was polled. */
  ServerExchange remove() {
    local.ended();
    ServerExchange removed = first;
    first = others == null ? null : others.poll();
    return removed;
  }

  void write(ServerExchange exchange, HttpResponse response, boolean closing) {
    byte[] line = strict.line(exchange.request(), connection.remote().getAddress());
    ByteBuffer head = local.head(response, closing, exchange.isHttp11(), line);
    connection.write(head, head.isDirect() ? local.heads() : null);
    FileRegion file = response.fileRegion();
    if (!exchange.isHeadOnly() && response.streamedBody() != null) {
      stream(exchange, response);
      return;
    }
    exchange.end();
    if (exchange.isHeadOnly()) {
      response.release();
    } else if (file != null) {
      connection.write(file);
    } else if (response.bodyLength() > 0) {
      connection.write(response.bodyBytes());
    }
    int held = response.heldBytes();
    if (held > 0) {
      connection.whenFlushed(flushed -> memory.giveBack(held));
    }
    long bytes = exchange.isHeadOnly() ? 0 : response.bodyLength();
    local.log(exchange, connection.remote(), response.status(), bytes);
  }

  private void stream(ServerExchange exchange, HttpResponse response) {
    HttpResponse.Streamed streamed = response.streamedBody();
    boolean chunked = response.isUnbounded() && exchange.isHttp11();
    OutgoingBody body =
        new OutgoingBody(connection, streamed.body(), streamed.length(), chunked, this::streamed);
    exchange.goesOn();
    streaming = new Streaming(exchange, response.status(), body);
    body.ask();
  }

  private void streamed() {
    endStream();
    bodySent.run();
  }

  private void endStream() {
    if (streaming != null) {
      Streaming ended = streaming;
      streaming = null;
      ended.exchange().end();
      ended.body().release();
      local.log(ended.exchange(), connection.remote(), ended.status(), ended.body().sent());
    }
  }

  /**
   * The client has ended its output.
   *
   * @param arrivedBefore clients of requests that arrived before this clock reading have gone
   */
  void inputEnded(long arrivedBefore) {
    leaves(first, arrivedBefore);
    if (others != null) {
      others.forEach(other -> leaves(other, arrivedBefore));
    }
  }

  private static void leaves(ServerExchange exchange, long arrivedBefore) {
    if (exchange != null && exchange.arrivedNanos() - arrivedBefore <= 0) {
      exchange.clientLeft();
    }
  }

  /** Drops the waiting answers; a body that is being sent continues. */
  void giveUp() {
    while (first != null) {
      ServerExchange removed = remove();
      removed.end();
      removed.giveUp();
    }
  }

  /** The connection has closed. */
  void close() {
    endStream();
    giveUp();
  }
}
