package seda.netio.http;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import seda.kernel.Budget;
import seda.netio.Connection;
import seda.netio.FileRegion;

/**
 * The answers that a connection owes, in the order of the requests. One that is given too early
 * waits here for its turn.
 */
final class Answers {
  private final Connection connection;
  private final ProcessorState local;
  private final Budget memory;
  private ServerExchange first;
  private ArrayDeque<ServerExchange> others; // null until a client sends requests ahead

  /**
   * None yet.
   *
   * @param memory that large ones have taken; they give it back once they are sent
   */
  Answers(Connection connection, ProcessorState local, Budget memory) {
    this.connection = connection;
    this.local = local;
    this.memory = memory;
  }

  int due() {
    return first == null ? 0 : others == null ? 1 : 1 + others.size();
  }

  boolean isEmpty() {
    return first == null;
  }

  /** True if a request must be answered before the next is read. */
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

  /** The next answer, if it has been given; then it must be {@linkplain #write written}. */
  HttpResponse poll() {
    return first == null ? null : first.takeResponse();
  }

  /** The exchange whose answer was polled. */
  ServerExchange remove() {
    local.ended();
    ServerExchange removed = first;
    removed.end();
    first = others == null ? null : others.poll();
    return removed;
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
    local.log(exchange, connection.remote(), response);
  }

  /** Nothing more can be sent. */
  void giveUp() {
    while (!isEmpty()) {
      remove().giveUp();
    }
  }
}
