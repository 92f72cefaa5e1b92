package arashi.store.database;

import arashi.store.database.Probe.Finding;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * Tracks whether the database is available: detects outages, opens the {@link Circuit}, and closes
 * it.
 *
 * <pre>
 *   a call fails ──► the server names the outage (read-only, full) ─────────► open
 *                └─► its connection broke ──► a probe on a new one fails ───► open
 *   heartbeat ─────► the probe fails ───────────────────────────────────────► open
 *   heartbeat, while open and the pause is over ──► the probe succeeds ─────► close
 * </pre>
 *
 * <p>One lost connection is no outage: an administrator may have killed it. So the call that lost
 * its connection probes before the circuit opens, while other calls continue.
 *
 * <p><b>Silence.</b> A statement may legitimately take long, so its duration proves nothing. The
 * heartbeat decides: if a trivial statement gets no answer within {@link OutageLimits#silence}, the
 * server is frozen. Then the connections of all calls in progress are aborted, which frees their
 * threads. As long as the heartbeat succeeds, a slow search or import continues until the time-out
 * of its pooled connection.
 *
 * <p><b>Threads.</b> Any thread may ask for the outage, which never blocks. {@link #check} blocks;
 * only one thread probes at a time, and concurrent callers return at once. A service calls it
 * through {@link #watch}.
 */
public final class Availability implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Availability.class);

  /** The domain and the stage that probe the database. */
  private static final String DOMAIN = "database";

  private static final String STAGE = "probe database";

  private static final Duration POLL = Duration.ofMillis(50);

  private final Connections connections;
  private final OutageLimits limits;
  private final Clock clock;
  private final Circuit circuit;
  private final Probe probe;
  private final Set<Connection> inUse = ConcurrentHashMap.newKeySet();
  private final ReentrantLock probing = new ReentrantLock();
  private Connection held; // the heartbeat's, or null; guarded by probing

  /**
   * Creates a closed circuit over the connections.
   *
   * @param random fills the probes' blobs
   */
  public Availability(
      Connections connections, OutageLimits limits, Clock clock, RandomGenerator random) {
    this.connections = connections;
    this.limits = limits;
    this.clock = clock;
    this.circuit = new Circuit(clock, limits);
    this.probe = new Probe(random);
  }

  /** Returns the known outage; empty if the database is available. Never blocks. */
  public Optional<Outage> outage() {
    return circuit.outage();
  }

  /**
   * Fails if writes are currently refused. For callers that do expensive work before they write.
   * Never blocks.
   *
   * @throws OutageException if writes are refused
   */
  public void requireWrites() {
    circuit.admitWrite();
  }

  /**
   * Runs an optional write, such as marking a mail as read, and skips it while only writes are
   * refused: a reader still gets the mail. Blocks as the write does.
   *
   * @return false if the write was skipped
   */
  public boolean unlessRefused(Runnable write) {
    try {
      write.run();
      return true;
    } catch (OutageException e) {
      if (e.outage().stopsReads()) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Declares a stage with a thread of its own that checks the database at every heartbeat. Call
   * before the graph starts.
   */
  public void watch(StageGraph graph) {
    Stage<Availability> stage =
        graph.stage(
            StageConfig.named(STAGE).withQueueCapacity(1).withBatchSize(1),
            graph.workerPool(DOMAIN, 1));
    stage.handledBy(EventHandler.each(Availability::check)).blocking();
    graph.timers().every(limits.heartbeat(), () -> stage.enqueue(this));
  }

  /**
   * Checks once for an outage, or for the end of the known outage. Blocks for at most a few times
   * {@link OutageLimits#silence}. Does nothing if another thread is checking, or if the pause since
   * the last probe of an outage is not over.
   */
  public void check() {
    if (!probing.tryLock()) {
      return;
    }
    try {
      if (circuit.outage().isEmpty()) {
        heartbeat().ifPresent(this::open);
      } else if (circuit.isProbeDue()) {
        probe(circuit.outage().get());
      }
    } finally {
      probing.unlock();
    }
  }

  /**
   * Waits until no outage is known, and probes meanwhile.
   *
   * @param patience maximum wait; none if zero or negative
   * @return false if the outage lasts longer
   */
  public boolean awaitEnd(Duration patience) {
    if (patience.compareTo(Duration.ZERO) <= 0) {
      return false;
    }
    long start = clock.nanos();
    while (circuit.outage().isPresent()) {
      if (clock.nanos() - start >= patience.toNanos() || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(POLL.toNanos());
      check();
    }
    return true;
  }

  /** Leases a connection for a read, unless reads are refused. */
  Lease forRead() throws SQLException {
    circuit.admitRead();
    Lease lease = new Lease(connections.take());
    inUse.add(lease.connection);
    try {
      circuit.admitRead(); // it may have opened before this connection was in inUse
      return lease;
    } catch (OutageException e) {
      lease.close();
      throw e;
    }
  }

  /** Leases a connection for a write, unless writes are refused. */
  Lease forWrite() throws SQLException {
    circuit.admitWrite();
    return forRead();
  }

  /** A leased connection, returned on close. */
  final class Lease implements AutoCloseable {
    private final Connection connection;

    private Lease(Connection connection) {
      this.connection = connection;
    }

    /** Returns statements on the connection. */
    Tx tx(Instant now) {
      return new Tx(connection, now);
    }

    /** Runs work and discards the connection if it broke; the pool may not detect that. */
    <T> T use(Instant now, Transactions.Work<T> work) {
      try {
        return work.on(tx(now));
      } catch (StatementException e) {
        Outage outage = Outage.of(e.driver());
        if (outage != null && outage.stopsReads()) {
          connections.discard(connection);
        }
        throw e;
      }
    }

    @Override
    public void close() throws SQLException {
      inUse.remove(connection);
      connection.close();
    }
  }

  /** Translates a failure into the store's exception; opens the circuit if it proves an outage. */
  StoreException failure(SQLException e, boolean write) {
    if (Deadline.hasCut(e)) {
      return LateException.during(e);
    }
    Outage outage = Outage.of(e);
    if (outage == null) {
      StoreException plain = new StoreException(e);
      // a time-out of an empty pool is caused by the known outage
      Optional<OutageException> out = plain.transientFailure() ? known(e) : Optional.empty();
      return out.isPresent() ? out.get() : plain;
    }
    if (outage.stopsReads()) {
      verify(write);
    } else {
      open(new Finding(outage, e));
    }
    return known(e).orElseGet(() -> OutageException.met(outage, e));
  }

  /** Translates a failure if a known outage stops reads. */
  private Optional<OutageException> known(SQLException e) {
    return circuit
        .outage()
        .filter(Outage::stopsReads)
        .map(outage -> OutageException.met(outage, circuit.reason(), e));
  }

  /** Tests by a new connection whether a broken or missing connection means an outage. */
  private void verify(boolean write) {
    if (!probing.tryLock()) {
      return;
    }
    try {
      if (circuit.outage().isPresent()) {
        return;
      }
      Optional<Finding> finding = examineAnew(write);
      finding.ifPresent(this::open);
      if (finding.isEmpty()) {
        log.info("a connection to the database was lost, but the database is available");
      }
    } finally {
      probing.unlock();
    }
  }

  private Optional<Finding> heartbeat() {
    if (held == null) {
      return examineAnew(false);
    }
    Optional<Finding> finding = probe.examine(new Tx(held, Instant.EPOCH), false);
    if (finding.isPresent()) {
      drop();
      boolean mayBeThisConnection = finding.get().outage() == Outage.UNREACHABLE;
      return mayBeThisConnection ? examineAnew(false) : finding;
    }
    return finding;
  }

  private void probe(Outage known) {
    boolean needsRoom = known == Outage.DISK_FULL || known == Outage.WRITES_STALLED;
    Optional<Finding> finding = examineAnew(needsRoom);
    if (finding.isEmpty() && known.stopsReads()) {
      finding = examinePool();
    }
    if (finding.isEmpty()) {
      circuit.close();
    } else if (circuit.probeFailed(finding.get().outage(), finding.get().cause())) {
      abandonConnections(finding.get().outage());
    }
  }

  /** Examines the server over a new connection, which becomes the heartbeat's. */
  private Optional<Finding> examineAnew(boolean needsRoom) {
    drop();
    try {
      held = connections.open();
      held.setNetworkTimeout(Runnable::run, Math.toIntExact(limits.silence().toMillis()));
    } catch (SQLException e) {
      drop();
      Finding unusable = Probe.unusable(e);
      boolean ended = unusable.outage() == Outage.UNREACHABLE && connections.isDiskFull();
      return Optional.of(ended ? new Finding(Outage.ENDED_ON_FULL_DISK, e) : unusable);
    }
    Optional<Finding> finding = probe.examine(new Tx(held, Instant.EPOCH), needsRoom);
    if (finding.isPresent()) {
      drop();
    }
    return finding;
  }

  /** Waits for the pool, which pauses between attempts to connect, so that no request has to. */
  private Optional<Finding> examinePool() {
    try {
      connections.take().close();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(Probe.unusable(e));
    }
  }

  private void open(Finding finding) {
    if (circuit.open(finding.outage(), finding.cause())) {
      abandonConnections(finding.outage());
    }
  }

  private void abandonConnections(Outage outage) {
    if (!outage.stopsReads()) {
      return;
    }
    connections.evict();
    for (Connection connection : inUse) {
      abort(connection);
    }
  }

  private void drop() {
    if (held != null) {
      abort(held); // a frozen server would not answer the driver's goodbye
      try {
        held.close();
      } catch (SQLException e) {
        log.debug("closing the connection of the heartbeat failed: {}", e.toString());
      }
      held = null;
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      log.debug("aborting a connection failed: {}", e.toString());
    }
  }

  /** Closes the heartbeat's connection; waits for a running probe. */
  @Override
  public void close() {
    probing.lock();
    try {
      drop();
    } finally {
      probing.unlock();
    }
  }
}
