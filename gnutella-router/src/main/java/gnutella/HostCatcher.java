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
 * Keeps as many connections as are wanted: each look it connects to as many hosts as there are
 * peers missing, those that are left in peace for a while left out. An attempt is an event of the
 * client's stages, and leaves nothing behind when it fails. Its stage may block, for the host cache
 * is written to disk.
 */
final class HostCatcher {
  private static final Logger log = LoggerFactory.getLogger(HostCatcher.class);

  /** What the stage's event says: it is time. */
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

  /** Before the first look: reads what another run has left. */
  void load() {
    config.catcher().file().ifPresent(this::load);
  }

  private void load(Path file) {
    try {
      shared.hosts().load(file);
    } catch (IOException e) {
      log.warn("the host cache can't be read: {}", e.toString());
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

  /** Writes the host cache, if it is kept. */
  synchronized void save() {
    config.catcher().file().ifPresent(this::save);
  }

  private void save(Path file) {
    try {
      shared.hosts().save(file);
    } catch (IOException e) {
      log.warn("the host cache can't be written: {}", e.toString());
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
