package seda.kernel;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The degradation knob of a stage [USITS 2003, §3.4], one value per service class: 1 means full
 * service, lower values mean less. Handlers that can degrade read the value of an event's class; a
 * controller sets it, unless an administrator has fixed it for all classes. Thread-safe.
 */
public final class Quality {
  private volatile double[] controlled = new double[ServiceClass.RANKS]; // replaced, not changed
  private volatile double fixed = Double.NaN;

  /** Creates a knob at full quality. */
  public Quality() {
    Arrays.fill(controlled, 1);
  }

  /** Returns the quality in force for the class of a rank, more than 0 and at most 1. */
  public double value(int rank) {
    double person = fixed;
    return Double.isNaN(person) ? controlled[rank] : person;
  }

  /** Sets the controller's quality of a class. */
  public synchronized void control(int rank, double quality) {
    double[] next = controlled.clone();
    next[rank] = require(quality);
    controlled = next;
  }

  /** Fixes the quality of all classes; empty returns control to the controller. */
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
