package arashi;

import com.typesafe.config.Config;

/**
 * Bounds of the change log, by which clients follow an account's changes.
 *
 * @param rows changes that the log keeps per account; a client that missed more reloads everything
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
