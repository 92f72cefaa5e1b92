package seda.netio.http;

import java.net.InetSocketAddress;
import seda.kernel.Answerable;

/**
 * One request, and the duty to answer it exactly once. As the event of a stage that has no listener
 * it answers by itself what the stage sheds or fails on.
 */
public interface HttpExchange extends Answerable {

  /** The request, with its whole body. */
  HttpRequest request();

  /**
   * When it was known that its first bytes could be read, in the nanoseconds of the graph's clock;
   * of a request sent ahead, when the one before it had been parsed, or answered if that held the
   * connection.
   */
  long arrivedNanos();

  /** The client's address. */
  InetSocketAddress remote();

  /** Index of the processor on which the connection lives. */
  int processor();

  /**
   * Says that the application knows who makes the request, before it is answered: when room for
   * connections is short, this one is closed after those of strangers. Any thread; doesn't block.
   */
  default void markKnown() {}

  /**
   * Reads no further request of this connection until this one is answered: for a request that
   * waits for its turn. Requests that were read before go on; those behind stay in the socket, so
   * that TCP slows the client down. Any thread; doesn't block. Without a connection it does
   * nothing.
   */
  default void hold() {}

  /**
   * Sets what runs once the application has answered, on the thread that answers, even if the
   * client has gone. Called once, by the thread that then passes the request on. The action must
   * not block.
   */
  void whenAnswered(Runnable action);

  /**
   * Answers the request. Answers leave in the order of the requests, in whatever order they are
   * given. Any thread; doesn't block.
   *
   * @return false if the client has gone; then nothing is sent
   * @throws IllegalStateException on a second call
   */
  boolean respond(HttpResponse response);

  /** Answers 503 with {@code Retry-After}, unless it has been answered. */
  @Override
  default void shed() {
    respondIfUnanswered(ErrorResponse.busy(0));
  }

  /** Answers 500, unless it has been answered. The answer does not tell the cause. */
  @Override
  default void failed(Throwable cause) {
    respondIfUnanswered(ErrorResponse.failed());
  }

  private void respondIfUnanswered(HttpResponse response) {
    try {
      respond(response);
    } catch (IllegalStateException answeredAlready) {
      return; // the handler answered before it failed, or another thread did meanwhile
    }
  }
}
