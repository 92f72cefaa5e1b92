package haboob.cache;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** An exchange without a socket that keeps its response. */
final class RecordingExchange implements HttpExchange {
  private final HttpRequest request;
  private final int processor;
  private volatile Runnable action = () -> {};
  private final CompletableFuture<HttpResponse> answer = new CompletableFuture<>();

  RecordingExchange(HttpRequest request, int processor) {
    this.request = request;
    this.processor = processor;
  }

  @Override
  public void whenAnswered(Runnable action) {
    this.action = action;
  }

  /** Waits for the response. */
  HttpResponse answer() {
    return answer.join();
  }

  boolean isAnswered() {
    return answer.isDone();
  }

  static String text(HttpResponse response) {
    return StandardCharsets.UTF_8.decode(response.bodyBytes()).toString();
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public long arrivedNanos() {
    return 0;
  }

  @Override
  public InetSocketAddress remote() {
    return InetSocketAddress.createUnresolved("client.test", 1);
  }

  @Override
  public int processor() {
    return processor;
  }

  @Override
  public boolean respond(HttpResponse response) {
    if (!answer.complete(response)) {
      throw new IllegalStateException("answered twice");
    }
    action.run();
    return true;
  }
}
