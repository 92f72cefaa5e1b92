package arashi.request.login;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Limits of failed logins per window; further logins are refused without a check.
 *
 * @param perNameAndAddress failures of one name from one address
 * @param perAddress failures from one address or IPv6 /64, of any name
 * @param perName failures of one name from all addresses; does not apply to browsers that have
 *     logged in to that account before
 * @param window how long failures count, from the first one
 * @param maxTracked maximum number of tracked names, addresses and browsers
 * @param devices limits of browsers that have logged in before
 */
public record LoginLimits(
    int perNameAndAddress,
    int perAddress,
    int perName,
    Duration window,
    int maxTracked,
    Devices devices) {

  /**
   * Limits of browsers with a {@linkplain DeviceCookies device cookie}.
   *
   * @param failures failures of one browser and account within the window
   * @param lifetime how long a browser is known after its last login; zero disables device cookies
   * @param accounts number of most recent accounts for which one browser is known
   */
  public record Devices(int failures, Duration lifetime, int accounts) {

    /** Ten failures; a year; five accounts. */
    public static final Devices DEFAULT = new Devices(10, Duration.ofDays(365), 5);

    /** Checks the values. */
    public Devices {
      atLeastOne("devices.failures", failures);
      atLeastOne("devices.accounts", accounts);
      if (lifetime.isNegative()) {
        throw new IllegalArgumentException(
            "mail.login.devices.lifetime = " + lifetime + ", must not be negative");
      }
    }
  }

  /** Ten failures of a name from an address in five minutes. */
  public static final LoginLimits DEFAULT =
      new LoginLimits(10, 100, 50, Duration.ofMinutes(5), 100_000, Devices.DEFAULT);

  /** Checks the values. */
  public LoginLimits {
    atLeastOne("per-name-and-address", perNameAndAddress);
    atLeastOne("per-address", perAddress);
    atLeastOne("per-name", perName);
    atLeastOne("max-tracked", maxTracked);
    if (window.isNegative() || window.isZero()) {
      throw new IllegalArgumentException("mail.login.window = " + window + ", must be positive");
    }
  }

  static void atLeastOne(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "mail.login." + key + " = " + value + ", must be at least 1");
    }
  }

  static LoginLimits of(Config config) {
    Config login = config.getConfig("mail.login");
    return new LoginLimits(
        login.getInt("per-name-and-address"),
        login.getInt("per-address"),
        login.getInt("per-name"),
        login.getDuration("window"),
        login.getInt("max-tracked"),
        new Devices(
            login.getInt("devices.failures"),
            login.getDuration("devices.lifetime"),
            login.getInt("devices.accounts")));
  }
}
