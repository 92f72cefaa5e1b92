package seda.kernel.admission;

/**
 * A token bucket: tokens arrive at a rate and accumulate up to a depth. Thread-safe. Exact at any
 * rate: it keeps the time at which it is full again, in nanoseconds and a fraction, so no rounding
 * error accumulates and the frequency of calls does not matter.
 *
 * <p>The virtual scheduling form of the generic cell rate algorithm (ITU-T I.371, annex A). With T
 * = 1 / rate, n tokens are granted at time t if {@code full − t ≤ (depth − n)·T}, and then {@code
 * full ← max(full, t) + n·T}. A full bucket grants more tokens than its depth; it is then in debt.
 */
public final class TokenBucket {
  private static final double NANOS = 1e9;

  /** About thirty years; a longer debt overflows the clock. */
  private static final double MAX_DEBT_NANOS = 1e18;

  private final double depth;
  private double period;
  private long full;
  private double fraction;

  /**
   * Creates a full bucket.
   *
   * @param rate tokens per second, more than 0 and at most 10^9
   * @param depth capacity in tokens, at least 1
   * @param now clock reading in nanoseconds
   */
  public TokenBucket(double rate, double depth, long now) {
    if (!(depth >= 1)) {
      throw new IllegalArgumentException("depth = " + depth + ", must be at least 1");
    }
    this.depth = depth;
    this.period = period(rate);
    this.full = now;
  }

  private static double period(double rate) {
    if (!(rate > 0 && rate <= NANOS)) {
      throw new IllegalArgumentException(
          "rate = " + rate + "/s, must be more than zero, and at most 10^9");
    }
    return NANOS / rate;
  }

  /** Takes tokens; false if there are too few. */
  public synchronized boolean take(int tokens, long now) {
    double missing = Math.max(0, full - now + fraction);
    double kept = Math.max(0, depth - tokens);
    if (missing > kept * period) {
      return false;
    }
    owe(missing + tokens * period, now);
    return true;
  }

  private void owe(double nanos, long now) {
    double bounded = Math.min(nanos, MAX_DEBT_NANOS);
    long whole = (long) bounded;
    full = now + whole;
    fraction = bounded - whole;
  }

  /** Changes the rate. A debt stays the same in tokens, not in time. */
  public synchronized void rate(double rate, long now) {
    double tokensMissing = Math.max(0, full - now + fraction) / period;
    period = period(rate);
    owe(tokensMissing * period, now);
  }

  /** Returns the rate in tokens per second. */
  public synchronized double rate() {
    return NANOS / period;
  }

  /** Returns the nanoseconds until a token is available; 0 if one is available now. */
  public synchronized long nanosUntilToken(long now) {
    return (long) Math.ceil(Math.max(0, full - now + fraction - (depth - 1) * period));
  }
}
