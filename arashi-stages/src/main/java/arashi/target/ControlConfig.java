package arashi.target;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;
import seda.kernel.admission.Levels;

/**
 * How requests get their class, and how fast the paper's controller adapts.
 *
 * @param aimdSpeed speed of this service relative to the paper's, for the paper's response-time
 *     controller
 * @param qualityControl whether the service lowers the quality of its pages under load
 * @param addedWork bytes hashed for each request, for load tests; 0 in service
 * @param qualityHeader whether a header of answers has their quality, for load tests
 * @param classRules classes of requests whose user is not known yet
 * @param levels whom an overloaded pool serves first; empty: it refuses requests whosever they are
 */
public record ControlConfig(
    double aimdSpeed,
    boolean qualityControl,
    long addedWork,
    boolean qualityHeader,
    ClassRules classRules,
    Optional<Levels.Settings> levels) {

  /** Validates the speed. */
  public ControlConfig {
    if (!(aimdSpeed >= 0.001 && aimdSpeed <= 1_000)) {
      throw new IllegalArgumentException(
          "mail.aimd-speed = " + aimdSpeed + ", must be from 0.001 to 1000");
    }
  }

  /** Reads {@code mail}. */
  public static ControlConfig of(Config config) {
    return new ControlConfig(
        config.getDouble("mail.aimd-speed"),
        config.getBoolean("mail.quality-control"),
        config.getBytes("mail.added-work"),
        config.getBoolean("mail.quality-header"),
        ClassRules.of(config),
        levels(config.getConfig("mail.levels")));
  }

  private static Optional<Levels.Settings> levels(Config levels) {
    Duration period = levels.getDuration("period");
    if (period.isZero()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Levels.Settings(period, levels.getDuration("lease"), levels.getInt("leases")));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("mail.levels." + e.getMessage(), e);
    }
  }
}
