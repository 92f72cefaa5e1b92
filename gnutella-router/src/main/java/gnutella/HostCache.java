package gnutella;

import gnutella.protocol.Handshake;
import gnutella.protocol.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import seda.netio.FileModes;

/**
 * Hosts that may accept a connection, and the back-off of each. Bounded: a new host evicts the one
 * with the most failures, among equals the oldest. Configured hosts are never evicted. Any thread.
 */
final class HostCache {
  private static final int MOST_DOUBLINGS = 20;

  private final HostCatcherConfig config;
  private final RandomGenerator random;
  private final Map<Host, Known> hosts = new LinkedHashMap<>();

  private static final class Known {
    private final boolean root;
    private int failures;
    private long notBefore = Long.MIN_VALUE;
    private boolean inUse;
    private boolean self;
    private Handshake.Version version = Handshake.Version.V06;

    Known(boolean root) {
      this.root = root;
    }
  }

  HostCache(HostCatcherConfig config, RandomGenerator random) {
    this.config = config;
    this.random = random;
    config.hosts().forEach(host -> hosts.put(host, new Known(true)));
  }

  /** Adds hosts from sources that may name them, see {@link gnutella.protocol.Reach}. */
  synchronized void add(Collection<Host> heardOf) {
    for (Host host : heardOf) {
      if (!hosts.containsKey(host) && makeRoom()) {
        hosts.put(host, new Known(false));
      }
    }
  }

  private boolean makeRoom() {
    if (hosts.size() < config.capacity()) {
      return true;
    }
    Host worst = null;
    int failures = -1;
    for (Map.Entry<Host, Known> each : hosts.entrySet()) {
      Known known = each.getValue();
      if (!known.root && !known.inUse && known.failures > failures) {
        worst = each.getKey();
        failures = known.failures;
      }
    }
    return worst != null && hosts.remove(worst) != null;
  }

  /** Picks hosts to connect to and marks them as used until {@link #failed} or {@link #left}. */
  synchronized List<Host> pick(int most, long now) {
    List<Host> picked = new ArrayList<>();
    for (Map.Entry<Host, Known> each : hosts.entrySet()) {
      Known known = each.getValue();
      if (picked.size() < most && !known.inUse && !known.self && known.notBefore <= now) {
        known.inUse = true;
        picked.add(each.getKey());
      }
    }
    return picked;
  }

  /** Returns the version for the next handshake with a host. */
  synchronized Handshake.Version version(Host host) {
    Known known = hosts.get(host);
    return known == null ? Handshake.Version.V06 : known.version;
  }

  /** Records a connection that ended without a reply: the next attempt uses the other version. */
  synchronized void notUnderstood(Host host, long now) {
    Known known = hosts.get(host);
    if (known != null) {
      known.version =
          known.version == Handshake.Version.V06 ? Handshake.Version.V04 : Handshake.Version.V06;
    }
    failed(host, now);
  }

  /** Records that the connect or the handshake failed. */
  synchronized void failed(Host host, long now) {
    Known known = hosts.get(host);
    if (known != null) {
      long doubled = config.backOff().toNanos() << Math.min(known.failures, MOST_DOUBLINGS);
      long bounded =
          doubled <= 0
              ? config.maxBackOff().toNanos()
              : Math.min(doubled, config.maxBackOff().toNanos());
      known.notBefore = now + (long) (bounded * (0.5 + random.nextDouble()));
      known.failures++;
      known.inUse = false;
    }
  }

  /** Records a successful handshake. */
  synchronized void joined(Host host) {
    Known known = hosts.get(host);
    if (known != null) {
      known.failures = 0;
    }
  }

  /** Records the end of a connection. */
  synchronized void left(Host host, long now) {
    Known known = hosts.get(host);
    if (known != null) {
      known.inUse = false;
      known.notBefore = now + config.backOff().toNanos();
    }
  }

  /** Marks an address of this router itself: it is not dialled, advertised or saved. */
  synchronized void self(Host host) {
    Known known = hosts.get(host);
    if (known != null) {
      known.self = true;
      known.failures = Integer.MAX_VALUE; // first to be evicted
      known.inUse = false;
    }
  }

  synchronized int size() {
    return hosts.size();
  }

  /** Returns up to {@code most} hosts without failures. */
  synchronized List<Host> some(int most) {
    return hosts.entrySet().stream()
        .filter(each -> each.getValue().failures == 0)
        .map(Map.Entry::getKey)
        .limit(most)
        .toList();
  }

  /** Loads saved hosts; skips malformed lines and accepts a missing file. Blocks. */
  void load(Path file) throws IOException {
    if (Files.exists(file)) {
      try (Stream<String> lines = Files.lines(file)) {
        add(lines.limit(config.capacity()).flatMap(line -> Host.parse(line).stream()).toList());
      }
    }
  }

  /** Saves all hosts atomically, those without failures first. Blocks. */
  void save(Path file) throws IOException {
    Path whole = file.toAbsolutePath();
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    Path directory = whole.getParent();
    Files.createDirectories(directory, FileModes.of(directory, FileModes.PRIVATE_DIRECTORY));
    Files.deleteIfExists(part); // one left by a killed process keeps its permissions
    Files.createFile(part, FileModes.of(part, FileModes.PRIVATE));
    Files.write(part, lines());
    Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private synchronized List<String> lines() {
    return hosts.entrySet().stream()
        .filter(each -> !each.getValue().self)
        .sorted(Map.Entry.comparingByValue((a, b) -> Integer.compare(a.failures, b.failures)))
        .map(each -> each.getKey().toString())
        .toList();
  }
}
