package arashi.request.login;

import java.time.Duration;

/**
 * How many logins may fail within a window before further ones are refused unseen.
 *
 * @param perNameAndAddress of one name from one address
 * @param perAddress from one address, whatever the name
 * @param perName of one name, from wherever; high, for who can reach it locks a user out
 * @param window how long failures count, from the last one
 * @param maxTracked names and addresses remembered at once
 */
public record LoginLimits(
    int perNameAndAddress, int perAddress, int perName, Duration window, int maxTracked) {

  /** Ten of a name from an address in five minutes. */
  public static final LoginLimits DEFAULT =
      new LoginLimits(10, 100, 200, Duration.ofMinutes(5), 100_000);

  /** Checks the values. */
  public LoginLimits {
    if (perNameAndAddress < 1 || perAddress < 1 || perName < 1 || maxTracked < 1) {
      throw new IllegalArgumentException("login limits must be at least 1");
    }
    if (window.isNegative() || window.isZero()) {
      throw new IllegalArgumentException("login.window = " + window + ", must be positive");
    }
  }
}
