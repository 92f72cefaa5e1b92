package benchmarks.simulation;

import benchmarks.report.Figures;
import java.util.Locale;

/**
 * Load on the simulated service.
 *
 * @param title in tables
 * @param size multiple of the capacity for an open loop (Poisson), else number of users
 * @param users when a refused user returns with the same request
 * @param slowdown factor of the service times from the middle of the run on
 */
record Load(String title, double size, Users users, double slowdown) {

  /** Users of a closed loop; none for an open one. */
  enum Users {
    /** Arrivals do not depend on answers. */
    OPEN,
    /** Return after {@code Retry-After}. */
    OBEDIENT,
    /** Return after 5 s, as in the papers. */
    FIXED,
    /** Return after 0.2 to 0.6 s. */
    IMPATIENT
  }

  static Load open(double multiple) {
    return new Load(Figures.text("%.1f ×", multiple), multiple, Users.OPEN, 1);
  }

  static Load users(int count, Users users) {
    String title = Figures.text("%,d %s", count, users.name().toLowerCase(Locale.ROOT));
    return new Load(title, count, users, 1);
  }

  /** The same, while the store becomes slower half-way. */
  Load slowing(double factor) {
    return new Load(Figures.text("%s, %.0f times slower", title, factor), size, users, factor);
  }

  boolean isOpen() {
    return users == Users.OPEN;
  }
}
