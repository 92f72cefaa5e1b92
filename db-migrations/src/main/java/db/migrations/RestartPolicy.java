package db.migrations;

import java.time.Duration;

/**
 * Decides when an ended server is restarted, and when it counts as lost.
 *
 * <pre>
 *   delay before restart n (n = 0, 1, …)  =  min(limit, backoff · 2ⁿ)
 * </pre>
 *
 * <p>{@code n} is the number of consecutive failed starts. A start is successful if the server
 * answers for at least {@code limit}; then {@code n} returns to 0. Restarts never cease, because a
 * full disk may be cleared after hours. After {@code failures} in a row the server is reported as
 * lost until it answers again.
 *
 * @param backoff delay before the first restart
 * @param limit longest delay between two restarts
 * @param failures consecutive failed starts after which the server counts as lost
 * @param silence time for which a running server may leave all probes unanswered before it is
 *     killed. A stalled disk or a stopped virtual machine often comes back, and a kill costs a
 *     crash recovery, so it should be minutes
 */
public record RestartPolicy(Duration backoff, Duration limit, int failures, Duration silence) {

  /** 250 ms, 5 s, 16 failures, five minutes: a server that never starts is lost after a minute. */
  public static final RestartPolicy DEFAULT =
      new RestartPolicy(Duration.ofMillis(250), Duration.ofSeconds(5), 16, Duration.ofMinutes(5));

  private static final int MAX_DOUBLINGS = 30;
  private static final int PROBES = 10;

  /** Checks the values. */
  public RestartPolicy {
    EmbeddedServer.Settings.positive("restart-backoff", backoff);
    if (limit.compareTo(backoff) < 0) {
      throw new IllegalArgumentException(
          "embedded.restart-backoff-limit = " + limit + ", must be at least restart-backoff");
    }
    if (failures < 1) {
      throw new IllegalArgumentException(
          "embedded.restart-failures = " + failures + ", must be at least 1");
    }
    EmbeddedServer.Settings.positive("silence-timeout", silence);
  }

  /** Returns the delay before a restart. */
  Duration delay(int failed) {
    Duration doubled = backoff.multipliedBy(1L << Math.min(failed, MAX_DOUBLINGS));
    return doubled.compareTo(limit) < 0 ? doubled : limit;
  }

  /** Returns the time between two probes of a running server. */
  Duration probeInterval() {
    return silence.dividedBy(PROBES);
  }
}
