package gnutella;

import gnutella.protocol.Host;
import gnutella.protocol.Reach;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How connections are caught.
 *
 * @param hosts to begin with; they are never forgotten
 * @param file where hosts are kept from one run to the next, if they are
 * @param capacity hosts that are known at the same time
 * @param privateHosts whether anybody is believed who names hosts of private networks or of this
 *     machine; else only who is in such a network, or on this machine, himself
 * @param period between two looks
 * @param saveEvery how often the file is written
 * @param connectTimeout of an attempt
 * @param backOff after a first failure; each further one doubles it, by chance half more or less
 * @param maxBackOff up to this
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

  /** Checks the values. */
  public HostCatcherConfig {
    hosts = List.copyOf(hosts);
    if (capacity < 1 || capacity < hosts.size()) {
      throw new IllegalArgumentException(
          "host-cache = " + capacity + ", must be at least 1 and hold the hosts to begin with");
    }
    PeerLimits.positive("catch-every", period);
    PeerLimits.positive("save-every", saveEvery);
    PeerLimits.positive("connect-timeout", connectTimeout);
    PeerLimits.positive("back-off", backOff);
    PeerLimits.positive("max-back-off", maxBackOff);
  }

  /** 1000 hosts, none of them known; a look a second; back-off from 2 s to 10 min. */
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

  /** Which hosts somebody at this address may name to us. */
  Reach reach(InetAddress address) {
    return privateHosts ? Reach.LOOPBACK : Reach.of(address);
  }

  /** The same with hosts to begin with. */
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

  /** The same with a file. */
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

  /** The same with hosts of private networks from anybody, or not. */
  public HostCatcherConfig withPrivateHosts(boolean fromAnybody) {
    return new HostCatcherConfig(
        hosts, file, capacity, fromAnybody, period, saveEvery, connectTimeout, backOff, maxBackOff);
  }

  /** The same with another rhythm. */
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
