package seda.kernel.control;

/**
 * Recent events of one class by level, as a histogram [DAGOR, Zhou et al., SoCC 2018, §4.2]. All
 * sums decay together. Events count alike: their thread-time depends on how many threads share the
 * processors, so it cannot be compared between times. Not thread-safe; allocates nothing.
 */
final class LevelDemand {
  static final int BINS = 64;

  private static final double SMOOTHING_NANOS = 1e9;

  /** Decay of {@link #latest} at each pass: levels move on, so old ones mislead. */
  private static final double LATEST_KEPT = 0.5;

  /** Fewer latest events are what remains of an earlier overload, whose levels have moved on. */
  private static final double LEAST_LATEST = 1;

  private final long periodNanos;
  private final double[] byLevel = new double[BINS];
  private final double[] latest = new double[BINS];
  private final double[] lastLevel = new double[BINS]; // of a sender, now
  private double first; // offered above every threshold
  private double admitted;
  private double askedIn;
  private double refusedIn;
  private double events;
  private double idle; // events that found an idle thread

  /**
   * Creates an empty histogram.
   *
   * @param periodNanos time in which a sender's level advances from 0 to 1
   */
  LevelDemand(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /** Adds an event that is in at every threshold: leased, or without a level. */
  void askedFirst() {
    first++;
    events++;
  }

  /** Adds an event of a level from 0 to 1. */
  void asked(double level) {
    int bin = Math.min(BINS - 1, (int) (level * BINS));
    byLevel[bin]++;
    latest[bin]++;
    lastLevel[bin] = level;
    events++;
  }

  /** Adds a verdict. */
  void judged(boolean in, boolean admits) {
    if (in) {
      askedIn++;
      refusedIn += admits ? 0 : 1;
    }
    if (admits) {
      admitted++;
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
    idle *= kept;
  }

  /**
   * Spreads the events that go first evenly over the levels, because their levels are not known.
   */
  void spread() {
    for (int bin = 0; bin < BINS; bin++) {
      byLevel[bin] += first / BINS;
    }
    first = 0;
  }

  /** Returns the admitted events. */
  double admitted() {
    return admitted;
  }

  /** Returns the decayed number of events. */
  double events() {
    return events;
  }

  /** Returns the refused share of the events that were in; 0 without any. */
  double refusedShare() {
    return askedIn == 0 ? 0 : refusedIn / askedIn;
  }

  /** Returns the events below a threshold and those that go first. */
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
    for (double ofBin : latest) {
      sum += ofBin;
    }
    if (sum < LEAST_LATEST) {
      return 0;
    }
    for (int bin = 0; bin < BINS; bin++) {
      if (latest[bin] > sum / (2 * BINS)) {
        return Math.min(1, lastLevel[bin] + 0.5 / BINS);
      }
    }
    return 0;
  }

  /** Returns the highest threshold with at most {@code most} events below it, from 0 to 1. */
  double threshold(double most) {
    double left = most - first;
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
