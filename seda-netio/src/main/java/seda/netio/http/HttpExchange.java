package seda.netio.http;

import java.net.InetSocketAddress;
import seda.kernel.Answerable;

/**
 * One request, which must be answered exactly once. In a stage without a listener, it answers by
 * itself if the stage sheds it or fails on it. Methods may be called by any thread and do not
 * block, unless they say otherwise.
 */
public interface HttpExchange extends Answerable {

  /** Returns the request with its body. */
  HttpRequest request();

  /**
   * Returns when the request's first bytes became readable, in nanoseconds of the graph's clock.
   * For a pipelined request, that is when the previous one was parsed, or answered if it held the
   * connection.
   */
  long arrivedNanos();

  /** Returns the client's address. */
  InetSocketAddress remote();

  /** Returns the index of the connection's processor. */
  int processor();

  /**
   * Marks the client as known, before the answer: if room for connections is short, this one is
   * closed after those of strangers. Any thread; does not block.
   */
  default void markKnown() {}

  /**
   * Stops reading from this connection until this request is answered, for a request that waits for
   * its turn. Requests already read continue; later ones stay in the socket, so that TCP slows the
   * client down. Any thread; does not block. Has no effect without a connection.
   */
  default void hold() {}

  /**
   * Sets an action that runs once the application has answered, on the answering thread, even if
   * the client has disconnected. Call it once, before passing the request to another thread. The
   * action must not block.
   */
  void whenAnswered(Runnable action);

  /**
   * Adds a header field to the answer to come. The calling thread must be the one that answers, or
   * pass the exchange to it. Has no effect without a connection.
   *
   * @throws IllegalArgumentException as {@link HttpResponse#header}
   */
  default void answerHeader(String name, String value) {}

  /**
   * Answers the request. Answers are sent in the order of the requests, not of the calls. Any
   * thread; does not block.
   *
   * @return false if the client has disconnected and nothing is sent
   * @throws IllegalStateException on a second call
   */
  boolean respond(HttpResponse response);

  /**
   * {@inheritDoc} The client of an unanswered GET or HEAD has gone: it has disconnected, or ended
   * its output at least a second after the request. One that ends it sooner has only said that it
   * sends no more [RFC 9112 §9.6]. Other methods are not abandoned: their user may have left
   * because the request was sent.
   */
  @Override
  default boolean isAbandoned() {
    return false;
  }

  /** Answers 503 with {@code Retry-After}, unless the exchange is answered. */
  @Override
  default void shed() {
    respondIfUnanswered(ErrorResponse.busy(0));
  }

  /** Answers 500, unless the exchange is answered. The answer does not reveal the cause. */
  @Override
  default void failed(Throwable cause) {
    respondIfUnanswered(ErrorResponse.failed());
  }

  private void respondIfUnanswered(HttpResponse response) {
    try {
      respond(response);
    } catch (IllegalStateException answeredAlready) {
      return; // answered before the failure, or meanwhile by another thread
    }
  }
}
