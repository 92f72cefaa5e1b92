package arashi.request.login;

import java.time.Duration;

/**
 * How many logins may fail within a window before further ones are refused unseen.
 *
 * @param perNameAndAddress of one name from one address
 * @param perAddress from one address, whatever the name; from one /64 of IPv6
 * @param perName of one name, from wherever; high, for who can reach it locks a user out
 * @param window how long failures count, from the first one
 * @param maxTracked names and addresses remembered at once
 */
public record LoginLimits(
    int perNameAndAddress, int perAddress, int perName, Duration window, int maxTracked) {

  /** Ten of a name from an address in five minutes. */
  public static final LoginLimits DEFAULT =
      new LoginLimits(10, 100, 200, Duration.ofMinutes(5), 100_000);

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

  private static void atLeastOne(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "mail.login." + key + " = " + value + ", must be at least 1");
    }
  }
}
