package seda.kernel.admission;

/**
 * Levels that rotate: level(h, t) = frac(h + t/P), where h is a sender's hash in [0, 1), t the time
 * and P the period. Below a threshold θ, each sender is in for θ·P of each period at one go, and
 * out for (1 − θ)·P, for every θ. Levels drawn anew in each period could leave a sender out for
 * many of them. Immutable.
 *
 * @param periodNanos P in nanoseconds
 */
record Rotation(long periodNanos) {
  private static final double UNIT = 0x1p-53;

  /**
   * Returns a sender's level, from 0 to 1.
   *
   * @param key evenly distributed over all 64-bit numbers, such as a keyed hash
   * @param wallNanos time since an origin that all nodes share
   */
  double level(long key, long wallNanos) {
    double hash = (key >>> 11) * UNIT;
    double level = hash + (double) Math.floorMod(wallNanos, periodNanos) / periodNanos;
    return level >= 1 ? level - 1 : level;
  }

  /** Returns the time until a level is 0 again, in nanoseconds. */
  long untilTurn(double level) {
    return (long) ((1 - level) * periodNanos);
  }
}
