package seda.netio.http;

import java.net.InetSocketAddress;

/** One request, and the duty to answer it exactly once. */
public interface HttpExchange {

  /** The request, with its whole body. */
  HttpRequest request();

  /**
   * When it was known that its first bytes could be read, in the nanoseconds of the graph's clock;
   * after requests that had to be answered first, when its turn came.
   */
  long arrivedNanos();

  /** The client's address. */
  InetSocketAddress remote();

  /** Index of the processor on which the connection lives. */
  int processor();

  /**
   * Answers the request. Answers leave in the order of the requests, in whatever order they are
   * given. Any thread; doesn't block.
   *
   * @return false if the client has gone; then nothing is sent
   * @throws IllegalStateException on a second call
   */
  boolean respond(HttpResponse response);
}
