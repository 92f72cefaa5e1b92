package benchmarks.threads;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** A request and its answer on one thread. The answer's body must be bytes. */
final class DirectExchange implements HttpExchange {
  private static final int NOT_IMPLEMENTED = 501;

  private final HttpRequest request;
  private final InetSocketAddress remote;
  private final long arrivedNanos;
  private final List<Runnable> whenAnswered = new ArrayList<>(1);
  private HttpResponse answer;

  DirectExchange(HttpRequest request, InetSocketAddress remote, long arrivedNanos) {
    this.request = request;
    this.remote = remote;
    this.arrivedNanos = arrivedNanos;
  }

  static HttpResponse notImplemented() {
    return HttpResponse.of(NOT_IMPLEMENTED).text("The comparison does not serve this request.");
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public long arrivedNanos() {
    return arrivedNanos;
  }

  @Override
  public InetSocketAddress remote() {
    return remote;
  }

  @Override
  public int processor() {
    return 0;
  }

  @Override
  public void whenAnswered(Runnable action) {
    whenAnswered.add(action);
  }

  @Override
  public boolean respond(HttpResponse response) {
    if (answer != null) {
      throw new IllegalStateException("the request is already answered");
    }
    if (response.bodyLength() == response.bodyBytes().remaining()) {
      answer = response;
    } else { // streamed or a file
      response.release();
      answer = notImplemented();
    }
    whenAnswered.forEach(Runnable::run);
    return true;
  }

  /** Returns the answer; fails if there is none. */
  HttpResponse answer() {
    if (answer == null) {
      throw new IllegalStateException("no answer to " + request.path());
    }
    return answer;
  }
}
