package seda.kernel;

import java.util.OptionalDouble;

/**
 * The degradation knob of a stage [USITS 2003, §3.4]: 1 means full service, lower values mean less.
 * Handlers that can degrade read it; a controller sets it, unless an administrator has fixed it.
 * Thread-safe.
 */
public final class Quality {
  private volatile double controlled = 1;
  private volatile double fixed = Double.NaN;

  /** Creates a knob at full quality. */
  public Quality() {}

  /** Returns the quality in force, more than 0 and at most 1. */
  public double value() {
    double person = fixed;
    return Double.isNaN(person) ? controlled : person;
  }

  /** Sets the controller's quality. */
  public void control(double quality) {
    controlled = require(quality);
  }

  /** Fixes the quality, in place of the controller's; empty returns control to the controller. */
  public void fix(OptionalDouble quality) {
    fixed = quality.isPresent() ? require(quality.getAsDouble()) : Double.NaN;
  }

  /** Returns the fixed quality, if any. */
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
