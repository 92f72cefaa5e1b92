package gnutella;

import gnutella.protocol.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.netio.ConnectFailure;
import seda.netio.ConnectListener;
import seda.netio.Connection;
import seda.netio.ConnectionListener;
import seda.netio.TcpClient;

/**
 * Keeps the wanted number of connections. Each tick dials as many hosts as peers are missing,
 * except hosts in back-off. An attempt is an event of the client's stages and leaves no state if it
 * fails. Its stage may block, since it writes the host cache to disk.
 */
final class HostCatcher {
  private static final Logger log = LoggerFactory.getLogger(HostCatcher.class);

  /** The stage's timer event. */
  enum Tick {
    TICK
  }

  private final GnutellaConfig config;
  private final ConnectionContext shared;
  private final TcpClient client;
  private final Clock clock;
  private final AtomicInteger connecting = new AtomicInteger();
  private long savedAt;

  HostCatcher(GnutellaConfig config, ConnectionContext shared, TcpClient client, Clock clock) {
    this.config = config;
    this.shared = shared;
    this.client = client;
    this.clock = clock;
    this.savedAt = clock.nanos();
  }

  /** Loads the host cache; called before the first tick. */
  void load() {
    config.catcher().file().ifPresent(this::load);
  }

  private void load(Path file) {
    try {
      shared.hosts().load(file);
    } catch (IOException e) {
      log.warn("cannot read the host cache: {}", e.toString());
    }
  }

  /** The stage's handler. */
  void look() {
    long now = clock.nanos();
    shared.hosts().add(shared.router().knownHosts(now));
    int missing = config.peers().min() - shared.router().size() - connecting.get();
    if (missing > 0) {
      for (Host host : shared.hosts().pick(missing, now)) {
        connect(host);
      }
    }
    if (now - savedAt >= config.catcher().saveEvery().toNanos()) {
      savedAt = now;
      save();
    }
  }

  /** Saves the host cache if a file is configured. */
  synchronized void save() {
    config.catcher().file().ifPresent(this::save);
  }

  private void save(Path file) {
    try {
      shared.hosts().save(file);
    } catch (IOException e) {
      log.warn("cannot write the host cache: {}", e.toString());
    }
  }

  private void connect(Host host) {
    if (shared.router().own().filter(host::equals).isPresent()) {
      shared.hosts().self(host);
      return;
    }
    Duration timeout = config.catcher().connectTimeout();
    connecting.incrementAndGet();
    EnqueueResult result = client.connect(host.socketAddress(), timeout, new Attempt(host));
    if (!result.accepted()) {
      ended(host);
    }
  }

  private void ended(Host host) {
    connecting.decrementAndGet();
    shared.hosts().failed(host, clock.nanos());
  }

  private final class Attempt implements ConnectListener {
    private final Host host;

    Attempt(Host host) {
      this.host = host;
    }

    @Override
    public ConnectionListener connected(Connection connection) {
      return shared.dialled(connection, host, connecting::decrementAndGet);
    }

    @Override
    public void failed(ConnectFailure failure) {
      log.debug("{}: {}", host, failure.detail());
      ended(host);
    }
  }
}
