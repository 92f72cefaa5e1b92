package seda.kernel;

import java.util.OptionalDouble;

/**
 * The degradation knob of a stage [USITS 2003, §3.4]: 1 is everything, less is less. Read by
 * handlers that can do less; set by a controller, unless a person has fixed it. Any thread.
 */
public final class Quality {
  private volatile double controlled = 1;
  private volatile double fixed = Double.NaN;

  /** Everything is done. */
  public Quality() {}

  /** The quality to work at, more than 0 and at most 1. */
  public double value() {
    double person = fixed;
    return Double.isNaN(person) ? controlled : person;
  }

  /** What the controller wants. */
  public void control(double quality) {
    controlled = require(quality);
  }

  /** What a person wants, in place of the controller; empty leaves it to the controller again. */
  public void fix(OptionalDouble quality) {
    fixed = quality.isPresent() ? require(quality.getAsDouble()) : Double.NaN;
  }

  /** What a person has fixed. */
  public OptionalDouble fixed() {
    double person = fixed;
    return Double.isNaN(person) ? OptionalDouble.empty() : OptionalDouble.of(person);
  }

  private static double require(double quality) {
    if (!(quality > 0 && quality <= 1)) {
      throw new IllegalArgumentException(
          "quality = " + quality + ", must be more than 0 and at most 1");
    }
    return quality;
  }
}
