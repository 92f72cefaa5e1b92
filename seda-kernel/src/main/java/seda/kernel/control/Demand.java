package seda.kernel.control;

/**
 * Recent events of one class that a stage's policy judged and admitted. Both numbers decay with a
 * time constant of 1 s. Not thread-safe; allocates only for its figures.
 */
final class Demand {
  private static final double SMOOTHING_NANOS = 1e9;

  private double asked;
  private double admitted;
  private long at;

  /** Decayed numbers of events. */
  record Figures(double asked, double admitted) {

    /** Returns their decayed counts after a time in nanoseconds. */
    Figures after(long passed) {
      return new Figures(kept(passed) * asked, kept(passed) * admitted);
    }

    /** Returns the admitted share; 1 without events. */
    double share() {
      return asked == 0 ? 1 : admitted / asked;
    }
  }

  private static double kept(long passed) {
    return passed <= 0 ? 1 : SMOOTHING_NANOS / (SMOOTHING_NANOS + passed);
  }

  void judged(boolean admits, long now) {
    double kept = kept(now - at);
    asked = kept * asked + 1;
    admitted = kept * admitted + (admits ? 1 : 0);
    at = now;
  }

  Figures figures(long now) {
    return new Figures(asked, admitted).after(now - at);
  }
}
