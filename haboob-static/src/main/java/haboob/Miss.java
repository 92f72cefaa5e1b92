package haboob;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import seda.kernel.Clock;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * A file on its way from the disk, and the requests that wait for it. Filled under the lock of
 * {@link PageCache}; once it is out of there, it belongs to one thread at a time.
 */
final class Miss {
  private final String key;
  private final Page stale;
  private final HttpExchange first;
  private final Instant startedAt;
  private final long startedNanos;
  private final Deque<HttpExchange> waiting = new ArrayDeque<>(4);

  /**
   * A miss with its first request.
   *
   * @param stale what is in memory and must be compared with the disk; null if nothing is
   */
  Miss(String key, Page stale, HttpExchange first, Clock clock) {
    this.key = key;
    this.stale = stale;
    this.first = first;
    this.startedAt = clock.instant();
    this.startedNanos = clock.nanos();
    waiting.add(first);
  }

  String key() {
    return key;
  }

  Page stale() {
    return stale;
  }

  Instant startedAt() {
    return startedAt;
  }

  long startedNanos() {
    return startedNanos;
  }

  boolean wasStartedBy(HttpExchange exchange) {
    return first == exchange;
  }

  void add(HttpExchange exchange) {
    waiting.add(exchange);
  }

  /** Takes out a request; null if none waits any more. */
  HttpExchange poll() {
    return waiting.poll();
  }

  /** The answer when the disk can't be asked: better an old page than none. */
  Function<HttpRequest, HttpResponse> without(HttpResponse busy) {
    return stale == null ? request -> busy : stale::answer;
  }
}
