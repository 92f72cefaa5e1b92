package db.migrations;

import java.time.Duration;

/**
 * When a server that ended is started again, and when it counts as lost.
 *
 * <pre>
 *   delay before restart n (n = 0, 1, …)  =  min(limit, backoff · 2ⁿ)
 * </pre>
 *
 * <p>{@code n} is the number of starts in a row that failed. A server that answered for at least
 * {@code limit} has started well, so the count begins at 0 again when it ends. Restarts never
 * cease: a full disk may be cleared after hours. After {@code failures} in a row the server is
 * reported as lost until it answers again.
 *
 * @param backoff delay before the first restart
 * @param limit longest delay between two restarts
 * @param failures failed starts in a row after which the process does not recover by itself
 * @param silence how long a server that runs may leave all probes unanswered before it is killed. A
 *     stalled disk or a stopped virtual machine often comes back, and a kill costs a crash
 *     recovery, so it should be minutes
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

  /** The delay before a restart. */
  Duration delay(int failed) {
    Duration doubled = backoff.multipliedBy(1L << Math.min(failed, MAX_DOUBLINGS));
    return doubled.compareTo(limit) < 0 ? doubled : limit;
  }

  /** Time between two probes of a server that runs. */
  Duration probeInterval() {
    return silence.dividedBy(PROBES);
  }
}
