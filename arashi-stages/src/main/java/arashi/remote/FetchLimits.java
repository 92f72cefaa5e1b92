package arashi.remote;

import static arashi.remote.RemoteConfig.atLeast;

import arashi.target.Network;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What one fetch may take, and where it may go.
 *
 * @param timeout for all of it, with its redirects
 * @param imageBytes most of the answer
 * @param headerBytes most of what comes before
 * @param redirects that are followed
 * @param ports that are connected to
 * @param permit networks that may be connected to although they are not public
 */
public record FetchLimits(
    Duration timeout,
    int imageBytes,
    int headerBytes,
    int redirects,
    Set<Integer> ports,
    List<Network> permit) {

  private static final int MAX_PORT = 65_535;
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /** Checks the values, and copies the lists. */
  public FetchLimits {
    if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "mail.remote.timeout = " + timeout + ", must be from 1 ms to 5 m");
    }
    atLeast(1, "image-size", imageBytes);
    atLeast(1, "header-size", headerBytes);
    atLeast(0, "redirects", redirects);
    ports = Set.copyOf(ports);
    permit = List.copyOf(permit);
    for (int port : ports) {
      if (port < 1 || port > MAX_PORT) {
        throw new IllegalArgumentException(
            "mail.remote.ports has " + port + ", must be from 1 to 65535");
      }
    }
  }

  /** Reads {@code mail.remote}. */
  static FetchLimits of(Config remote) {
    return new FetchLimits(
        remote.getDuration("timeout"),
        bytes(remote, "image-size"),
        bytes(remote, "header-size"),
        remote.getInt("redirects"),
        Set.copyOf(remote.getIntList("ports")),
        Network.list(remote.atPath("mail.remote"), "mail.remote.permit"));
  }

  /** It is held in an array. */
  private static int bytes(Config remote, String key) {
    long bytes = remote.getBytes(key);
    int most = 1 << 30;
    if (bytes > most) {
      throw new IllegalArgumentException(
          "mail.remote." + key + " = " + bytes + ", must be at most " + most);
    }
    return (int) bytes;
  }
}
