package arashi.front;

import java.time.Duration;

/**
 * A request that can't be served now, although its stage took it, and that has changed nothing. The
 * handler answers with the busy page, which keeps the typed text.
 */
public final class BusyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Duration retryAfter;

  /** Tells the client to come back after a while. */
  public BusyException(String why, Duration retryAfter) {
    super(why);
    this.retryAfter = retryAfter;
  }

  /** Time after which the request may succeed. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
