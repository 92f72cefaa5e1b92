package benchmarks.threads;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Refuses requests beyond an AIMD concurrency limit by 503. */
final class LimitedHandler extends Handler.Wrapper {
  private static final int LEAST = 1;
  private static final int INITIAL = 20;
  private static final int MOST = 200;
  private static final String RETRY_SECONDS = "1";

  private final Limiter<Void> limiter;

  /**
   * Limits a handler that answers before it returns.
   *
   * @param timeout an answer that takes longer lowers the limit
   */
  LimitedHandler(Handler handler, Duration timeout) {
    super(handler);
    AIMDLimit limit =
        AIMDLimit.newBuilder()
            .initialLimit(INITIAL)
            .minLimit(LEAST)
            .maxLimit(MOST)
            .timeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
            .build();
    limiter = SimpleLimiter.newBuilder().limit(limit).build();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Optional<Limiter.Listener> permit = limiter.acquire(null);
    if (permit.isEmpty()) {
      response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
      response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
      response.write(true, null, callback);
      return true;
    }
    boolean handled = false;
    try {
      handled = super.handle(request, response, callback);
      return handled;
    } finally {
      if (handled && response.getStatus() != HttpStatus.SERVICE_UNAVAILABLE_503) {
        permit.get().onSuccess();
      } else {
        permit.get().onDropped(); // a busy page: the database's connections were not enough
      }
    }
  }
}
