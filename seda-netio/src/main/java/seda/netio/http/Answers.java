package seda.netio.http;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import seda.netio.Connection;
import seda.netio.FileRegion;

/**
 * The answers that a connection owes, in the order of the requests; whichever is given too early
 * waits here for its turn.
 */
final class Answers {
  private final Connection connection;
  private final ProcessorState local;
  private final BodyMemory memory;
  private final ArrayDeque<ServerExchange> due = new ArrayDeque<>(2);

  /**
   * None yet.
   *
   * @param memory that large ones have taken; they give it back once they are sent
   */
  Answers(Connection connection, ProcessorState local, BodyMemory memory) {
    this.connection = connection;
    this.local = local;
    this.memory = memory;
  }

  int due() {
    return due.size();
  }

  boolean isEmpty() {
    return due.isEmpty();
  }

  void add(ServerExchange exchange) {
    due.add(exchange);
    local.began();
  }

  /** The next answer, if it has been given; then it must be {@linkplain #write written}. */
  HttpResponse poll() {
    ServerExchange next = due.peek();
    return next == null ? null : next.takeResponse();
  }

  /** The exchange whose answer was polled. */
  ServerExchange remove() {
    local.ended();
    return due.remove();
  }

  void write(ServerExchange exchange, HttpResponse response, boolean closing) {
    ByteBuffer head = local.head(response, closing, exchange.isHttp11());
    connection.write(head, head.isDirect() ? local.heads() : null);
    FileRegion file = response.fileRegion();
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
    InetSocketAddress remote = connection.remote();
    local.log(exchange, remote.getAddress(), response);
  }

  /** Nothing more can be sent. */
  void giveUp() {
    while (!due.isEmpty()) {
      remove().giveUp();
    }
  }
}
