package arashi.front;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** An exchange without a socket, which keeps its answer. One thread. */
public final class RecordingExchange implements HttpExchange {
  private static final InetSocketAddress CLIENT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

  private final HttpRequest request;
  private final long arrivedNanos;
  private final List<String> calls = new ArrayList<>();
  private Runnable action = () -> {};
  private UnaryOperator<HttpResponse> headers = UnaryOperator.identity();
  private HttpResponse answer;
  private boolean abandoned;

  public RecordingExchange(HttpRequest request) {
    this(request, 0);
  }

  public RecordingExchange(HttpRequest request, long arrivedNanos) {
    this.request = request;
    this.arrivedNanos = arrivedNanos;
  }

  /** The answer, or null if there is none yet. */
  public HttpResponse answer() {
    return answer;
  }

  /** Recorded uses of the connection, in order. */
  public List<String> calls() {
    return calls;
  }

  /** The client goes. */
  public void leave() {
    abandoned = true;
  }

  @Override
  public boolean isAbandoned() {
    return abandoned;
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
    return CLIENT;
  }

  @Override
  public int processor() {
    return 0;
  }

  @Override
  public void markKnown() {
    calls.add("known");
  }

  @Override
  public void hold() {
    calls.add("hold");
  }

  @Override
  public void whenAnswered(Runnable whenAnswered) {
    action = whenAnswered;
  }

  @Override
  public void answerHeader(String name, String value) {
    UnaryOperator<HttpResponse> before = headers;
    headers = response -> before.apply(response).header(name, value);
  }

  @Override
  public boolean respond(HttpResponse response) {
    if (answer != null) {
      throw new IllegalStateException("answered already");
    }
    answer = headers.apply(response);
    action.run();
    return true;
  }
}
