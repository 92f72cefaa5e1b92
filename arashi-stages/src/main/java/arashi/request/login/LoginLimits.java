package arashi.request.login;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How many logins may fail within a window before further ones are refused unseen.
 *
 * @param perNameAndAddress of one name from one address
 * @param perAddress from one address, whatever the name; from one /64 of IPv6
 * @param perName of one name from all addresses; it does not bind browsers that have signed in to
 *     that account before
 * @param window how long failures count, from the first one
 * @param maxTracked names, addresses and browsers remembered at once
 * @param devices of browsers that have signed in before
 */
public record LoginLimits(
    int perNameAndAddress,
    int perAddress,
    int perName,
    Duration window,
    int maxTracked,
    Devices devices) {

  /**
   * Browsers that hold a {@linkplain DeviceCookies device cookie}.
   *
   * @param failures of one browser and account within the window
   * @param lifetime how long a browser is known after its last login; zero for no device cookies
   * @param accounts that one browser is known for, the latest
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

  /** Ten of a name from an address in five minutes. */
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
