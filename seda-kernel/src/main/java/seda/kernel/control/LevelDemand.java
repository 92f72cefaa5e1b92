package seda.kernel.control;

/**
 * Recent work of one class by level, as a histogram [DAGOR, Zhou et al., SoCC 2018, §4.2]. Work is
 * thread-time in nanoseconds; all sums decay together. Not thread-safe; allocates nothing.
 */
final class LevelDemand {
  static final int BINS = 64;

  private static final double SMOOTHING_NANOS = 1e9;

  /** What remains of {@link #latest} after each pass: levels move on, so old ones mislead. */
  private static final double LATEST_KEPT = 0.5;

  private final long periodNanos;
  private final double[] byLevel = new double[BINS];
  private final double[] latest = new double[BINS];
  private final double[] lastLevel = new double[BINS]; // of a sender, now
  private double first; // asked whatever the threshold
  private double admitted;
  private double askedIn;
  private double refusedIn;
  private double events;
  private double asked;
  private double idle; // events that found an idle thread

  /**
   * Creates a histogram without work.
   *
   * @param periodNanos time in which a sender's level advances from 0 to 1
   */
  LevelDemand(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /** Adds an event that goes first whatever the threshold: leased, or without a level. */
  void askedFirst(double work) {
    first += work;
    count(work);
  }

  /** Adds an event of a level from 0 to 1. */
  void asked(double level, double work) {
    int bin = Math.min(BINS - 1, (int) (level * BINS));
    byLevel[bin] += work;
    latest[bin] += work;
    lastLevel[bin] = level;
    count(work);
  }

  private void count(double work) {
    events++;
    asked += work;
  }

  /** Adds the verdict on work. */
  void judged(boolean in, boolean admits, double work) {
    if (in) {
      askedIn += work;
      refusedIn += admits ? 0 : work;
    }
    if (admits) {
      admitted += work;
    }
  }

  /** Records that an event found an idle thread. */
  void foundIdle() {
    idle++;
  }

  /** Returns the share of events that found an idle thread; 0 without events. */
  double idleShare() {
    return events == 0 ? 0 : idle / events;
  }

  /** Decays all sums by a time in nanoseconds. */
  void pass(long nanos) {
    double kept = SMOOTHING_NANOS / (SMOOTHING_NANOS + nanos);
    for (int bin = 0; bin < BINS; bin++) {
      byLevel[bin] *= kept;
      latest[bin] *= LATEST_KEPT;
      lastLevel[bin] += (double) nanos / periodNanos;
    }
    first *= kept;
    admitted *= kept;
    askedIn *= kept;
    refusedIn *= kept;
    events *= kept;
    asked *= kept;
    idle *= kept;
  }

  /** Spreads the work that goes first evenly over the levels, because its levels are not known. */
  void spread() {
    for (int bin = 0; bin < BINS; bin++) {
      byLevel[bin] += first / BINS;
    }
    first = 0;
  }

  /** Returns the admitted work. */
  double admitted() {
    return admitted;
  }

  /** Returns the decayed number of events. */
  double events() {
    return events;
  }

  /** Returns the mean work of an event; 0 without events. */
  double mean() {
    return events == 0 ? 0 : asked / events;
  }

  /** Returns the refused share of the work that was in; 0 without any. */
  double refusedShare() {
    return askedIn == 0 ? 0 : refusedIn / askedIn;
  }

  /** Returns the work below a threshold and the work that goes first. */
  double below(double threshold) {
    double sum = first;
    double bins = threshold * BINS;
    for (int bin = 0; bin < BINS && bin < bins; bin++) {
      sum += Math.min(1, bins - bin) * byLevel[bin];
    }
    return sum;
  }

  /**
   * Returns a threshold half a bin above the lowest sender that asks for a share worth mentioning,
   * so that it stays in until the next pass; 0 if there is none.
   */
  double aboveLowestSender() {
    double sum = 0;
    for (double work : latest) {
      sum += work;
    }
    for (int bin = 0; bin < BINS; bin++) {
      if (latest[bin] > sum / (2 * BINS)) {
        return Math.min(1, lastLevel[bin] + 0.5 / BINS);
      }
    }
    return 0;
  }

  /** Returns the highest threshold below which at most this much work is asked, from 0 to 1. */
  double threshold(double work) {
    double left = work - first;
    for (int bin = 0; bin < BINS; bin++) {
      if (left <= byLevel[bin]) {
        double part = byLevel[bin] == 0 ? 0 : Math.max(0, left) / byLevel[bin];
        return (bin + part) / BINS;
      }
      left -= byLevel[bin];
    }
    return 1;
  }
}
