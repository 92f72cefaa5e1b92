package seda.kernel.admission;

/**
 * Tokens that come at a rate and are kept up to a depth. Exact at any rate: the time at which the
 * bucket will be full again is kept in nanoseconds and a fraction, so that nothing is lost to
 * rounding, and nothing depends on how often it is asked.
 *
 * <p>The virtual scheduling form of the generic cell rate algorithm (ITU-T I.371, annex A). With T
 * = 1 / rate, n tokens are given at time t if {@code full − t ≤ (depth − n)·T}, and then {@code
 * full ← max(full, t) + n·T}. More tokens than the bucket holds are given when it is full; it is
 * then in debt.
 */
public final class TokenBucket {
  private static final double NANOS = 1e9;

  /** Some thirty years; more would not fit the clock. */
  private static final double MAX_DEBT_NANOS = 1e18;

  private final double depth;
  private double period;
  private long full;
  private double fraction;

  /**
   * A full bucket.
   *
   * @param rate tokens a second, more than zero
   * @param depth most tokens kept, at least 1
   * @param now the clock's nanoseconds
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

  /** Takes tokens if there are enough. */
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

  /** Sets the rate from now on; what was taken in advance is owed in tokens, not in time. */
  public synchronized void rate(double rate, long now) {
    double tokensMissing = Math.max(0, full - now + fraction) / period;
    period = period(rate);
    owe(tokensMissing * period, now);
  }

  /** Tokens a second. */
  public synchronized double rate() {
    return NANOS / period;
  }

  /** Nanoseconds until a token can be taken; 0 if one can be taken now. */
  public synchronized long nanosUntilToken(long now) {
    return (long) Math.ceil(Math.max(0, full - now + fraction - (depth - 1) * period));
  }
}
