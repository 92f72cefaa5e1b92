package arashi;

import com.typesafe.config.Config;

/**
 * How long an account's changes can be followed.
 *
 * @param rows changes that the log keeps for each account; a reader that missed more reads
 *     everything anew
 */
public record ChangeLogLimits(int rows) {

  /** Checks the value. */
  public ChangeLogLimits {
    if (rows < 1) {
      throw new IllegalArgumentException("mail.change-log-rows = " + rows + ", must be at least 1");
    }
  }

  /** Reads {@code mail}. */
  static ChangeLogLimits of(Config config) {
    return new ChangeLogLimits(config.getInt("mail.change-log-rows"));
  }
}
