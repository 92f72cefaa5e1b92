package benchmarks.baselines;

import java.util.Arrays;

/**
 * DAGOR's admitted level. A window ends after a time or a number of requests. It was overloaded if
 * the mean wait in the queue was too long. The next window's level is the one at which, with the
 * levels of this window's requests, about the wanted number passes [SoCC 2018, algorithm 1]:
 *
 * <pre>
 *   overloaded       wanted = (1 − α)·admitted
 *   not overloaded   wanted = admitted + β·all
 * </pre>
 *
 * <p>Thread-safe.
 */
final class DagorLevel {
  private final Settings settings;

  // guarded by this
  private final int[] requests;
  private int level;
  private int all;
  private int admitted;
  private long start;
  private double waitNanos;
  private int waits;

  /**
   * Parameters, with the paper's names where it has some.
   *
   * @param longestWait mean wait in nanoseconds beyond which a window was overloaded
   * @param window longest window in nanoseconds
   * @param requests requests after which a window ends
   */
  record Settings(long longestWait, long window, int requests, double alpha, double beta) {}

  /** Creates a level that admits all levels, from 0 to {@code levels − 1}. */
  DagorLevel(Settings settings, int levels) {
    this.settings = settings;
    this.requests = new int[levels];
    this.level = levels - 1;
  }

  /** Counts a request, and returns whether its level is admitted. */
  synchronized boolean admits(int of, long now) {
    if (now - start >= settings.window() || all >= settings.requests()) {
      end(now);
    }
    requests[of]++;
    all++;
    boolean admits = of <= level;
    admitted += admits ? 1 : 0;
    return admits;
  }

  /** Records the wait of a request in its queue. */
  synchronized void waited(long nanos) {
    waitNanos += nanos;
    waits++;
  }

  private void end(long now) {
    boolean overloaded = waits > 0 && waitNanos / waits > settings.longestWait();
    double wanted =
        overloaded ? (1 - settings.alpha()) * admitted : admitted + settings.beta() * all;
    int passing = admitted;
    while (overloaded && passing > wanted && level > 0) {
      passing -= requests[level--];
    }
    while (!overloaded && passing < wanted && level < requests.length - 1) {
      passing += requests[++level];
    }
    Arrays.fill(requests, 0);
    all = 0;
    admitted = 0;
    waitNanos = 0;
    waits = 0;
    start = now;
  }

  /** Returns the highest admitted level. */
  synchronized int level() {
    return level;
  }
}
