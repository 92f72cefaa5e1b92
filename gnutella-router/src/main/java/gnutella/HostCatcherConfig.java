package gnutella;

import gnutella.protocol.Host;
import gnutella.protocol.Reach;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Configuration of the host catcher.
 *
 * @param hosts initial hosts; never evicted
 * @param file file that keeps the hosts between runs, if any
 * @param capacity maximum number of known hosts
 * @param privateHosts whether any source may name hosts of private networks or of this machine;
 *     otherwise only sources in such a network, or on this machine
 * @param period between two ticks
 * @param saveEvery interval of writing the file
 * @param connectTimeout of an attempt
 * @param backOff after the first failure; each further failure doubles it, randomized by ±50%
 * @param maxBackOff upper bound of the back-off
 */
public record HostCatcherConfig(
    List<Host> hosts,
    Optional<Path> file,
    int capacity,
    boolean privateHosts,
    Duration period,
    Duration saveEvery,
    Duration connectTimeout,
    Duration backOff,
    Duration maxBackOff) {

  public HostCatcherConfig {
    hosts = List.copyOf(hosts);
    if (capacity < 1 || capacity < hosts.size()) {
      throw new IllegalArgumentException(
          "host-cache = "
              + capacity
              + ", must be at least 1 and at least the number of initial hosts");
    }
    PeerLimits.positive("catch-every", period);
    PeerLimits.positive("save-every", saveEvery);
    PeerLimits.positive("connect-timeout", connectTimeout);
    PeerLimits.positive("back-off", backOff);
    PeerLimits.positive("max-back-off", maxBackOff);
  }

  /** 1000 hosts, none initially; a tick per second; back-off from 2 s to 10 min. */
  public static HostCatcherConfig defaults() {
    return new HostCatcherConfig(
        List.of(),
        Optional.empty(),
        1000,
        false,
        Duration.ofSeconds(1),
        Duration.ofMinutes(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(2),
        Duration.ofMinutes(10));
  }

  /** Returns the reach of hosts that a servent at this address may name. */
  Reach reach(InetAddress address) {
    return privateHosts ? Reach.LOOPBACK : Reach.of(address);
  }

  /** Returns a copy with initial hosts. */
  public HostCatcherConfig withHosts(List<Host> known) {
    return new HostCatcherConfig(
        known,
        file,
        capacity,
        privateHosts,
        period,
        saveEvery,
        connectTimeout,
        backOff,
        maxBackOff);
  }

  /** Returns a copy with a file. */
  public HostCatcherConfig withFile(Path kept) {
    return new HostCatcherConfig(
        hosts,
        Optional.of(kept),
        capacity,
        privateHosts,
        period,
        saveEvery,
        connectTimeout,
        backOff,
        maxBackOff);
  }

  /** Returns a copy that accepts, or not, private hosts from any source. */
  public HostCatcherConfig withPrivateHosts(boolean fromAnybody) {
    return new HostCatcherConfig(
        hosts, file, capacity, fromAnybody, period, saveEvery, connectTimeout, backOff, maxBackOff);
  }

  /** Returns a copy with other periods. */
  public HostCatcherConfig withPeriods(Duration look, Duration firstBackOff, Duration mostBackOff) {
    return new HostCatcherConfig(
        hosts,
        file,
        capacity,
        privateHosts,
        look,
        saveEvery,
        connectTimeout,
        firstBackOff,
        mostBackOff);
  }
}
