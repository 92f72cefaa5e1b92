package arashi.remote;

import arashi.target.Network;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import seda.kernel.Limit;

/**
 * Limits of one fetch.
 *
 * @param timeout time for the whole fetch, with its redirects
 * @param imageBytes size limit of the body
 * @param headerBytes size limit of the head
 * @param redirects number of redirects to follow
 * @param ports permitted ports
 * @param permit networks that are permitted although they are not public
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
    Limit.atLeast("mail.remote.image-size", imageBytes, 1);
    Limit.atLeast("mail.remote.header-size", headerBytes, 1);
    Limit.atLeast("mail.remote.redirects", redirects, 0);
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

  /** Bounded, because the content is held in an array. */
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
