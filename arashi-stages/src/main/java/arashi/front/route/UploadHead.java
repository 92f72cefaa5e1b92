package arashi.front.route;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import seda.netio.http.BodyGate;
import seda.netio.http.BodyGate.Grant;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Head of a form with files, while its session is looked up before the body is read. An early
 * answer is dropped and only the beginning of the body is read: it holds the typed text, which the
 * final answer returns.
 */
final class UploadHead implements HttpExchange {
  private final BodyGate.Head head;
  private final Consumer<Grant> decision;
  private final AtomicBoolean decided = new AtomicBoolean();

  UploadHead(BodyGate.Head head, Consumer<Grant> decision) {
    this.head = head;
    this.decision = decision;
  }

  /** Lets in the body, or only its beginning. */
  void decide(Grant grant) {
    if (decided.getAndSet(true)) {
      throw new IllegalStateException("the upload is already decided");
    }
    decision.accept(grant);
  }

  @Override
  public HttpRequest request() {
    return head.request();
  }

  @Override
  public long arrivedNanos() {
    return head.arrivedNanos();
  }

  @Override
  public InetSocketAddress remote() {
    return head.remote();
  }

  @Override
  public int processor() {
    return head.processor();
  }

  @Override
  public void whenAnswered(Runnable action) {
    throw new UnsupportedOperationException("an upload head is no exchange to wait for");
  }

  @Override
  public boolean respond(HttpResponse response) {
    response.release();
    decide(Grant.BEGINNING);
    return true;
  }
}
