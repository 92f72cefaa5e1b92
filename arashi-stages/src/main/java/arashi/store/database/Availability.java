package arashi.store.database;

import arashi.store.database.Probe.Finding;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
 * Whether the database serves: finds outages, opens the {@link Circuit}, and closes it.
 *
 * <pre>
 *   a call fails ──► the server names the outage (read-only, full) ─────────► open
 *                └─► its connection broke ──► a probe on a new one fails ───► open
 *   heartbeat ─────► the probe fails ───────────────────────────────────────► open
 *   heartbeat, while open and the pause is over ──► the probe succeeds ─────► close
 * </pre>
 *
 * <p>One lost connection is no outage: an administrator may have killed it. So the call that lost
 * it probes before the circuit opens, and all others go on meanwhile.
 *
 * <p><b>Silence.</b> A statement may take long for good reasons, so its own duration proves
 * nothing. The heartbeat decides: if a trivial statement gets no answer within {@link
 * OutageLimits#silence}, the server is frozen, and the connections of all calls in progress are
 * aborted, which frees their threads. As long as the heartbeat is answered, a slow search or import
 * goes on until the time-out of the pool's connections.
 *
 * <p><b>Threads.</b> Any thread may ask for the outage, which never blocks. {@link #check} blocks;
 * only one thread at a time probes, the others return at once. A service calls it by {@link
 * #watch}.
 */
public final class Availability implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Availability.class);

  /** The domain whose thread probes the database, and its stage. */
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
  private Connection held; // of the heartbeat; guarded by probing; null: none

  /**
   * A circuit that is closed.
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

  /** The outage that is known now; empty if the database serves. Never blocks. */
  public Optional<Outage> outage() {
    return circuit.outage();
  }

  /**
   * Fails if writes are refused now: for callers that would do expensive work before they write.
   * Never blocks.
   *
   * @throws OutageException if they are
   */
  public void requireWrites() {
    circuit.admitWrite();
  }

  /**
   * Does a write that a reader can do without, like noting that a mail was read: while only writes
   * are refused, mail is served all the same. Blocks as the write does.
   *
   * @return false if it was left out
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

  /** Has a thread of its own look at the database once a heartbeat; before the graph starts. */
  public void watch(StageGraph graph) {
    Stage<Availability> stage =
        graph.stage(
            StageConfig.named(STAGE).withQueueCapacity(1).withBatchSize(1),
            graph.workerPool(DOMAIN, 1));
    stage.handledBy(EventHandler.each(Availability::check)).blocking();
    graph.timers().every(limits.heartbeat(), () -> stage.enqueue(this));
  }

  /**
   * Looks once whether the database serves, or whether an outage is over. Blocks for a few times
   * {@link OutageLimits#silence} at most. Does nothing if another thread is at it, or if the pause
   * since the last probe of an outage is not over.
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
   * @param patience longest wait; none is left if it is zero or negative
   * @return false if it is not over by then
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

  /** A connection for a read, unless reads are refused. */
  Lease forRead() throws SQLException {
    circuit.admitRead();
    Lease lease = new Lease(connections.take());
    inUse.add(lease.connection);
    try {
      circuit.admitRead(); // it may have opened before this connection could be aborted
      return lease;
    } catch (OutageException e) {
      lease.close();
      throw e;
    }
  }

  /** The same for a write. */
  Lease forWrite() throws SQLException {
    circuit.admitWrite();
    return forRead();
  }

  /** A connection that is given back in the end. */
  final class Lease implements AutoCloseable {
    private final Connection connection;

    private Lease(Connection connection) {
      this.connection = connection;
    }

    /** The connection of the pool. */
    Connection connection() {
      return connection;
    }

    /** Does work; a connection that broke is not used again, though its pool may not know. */
    <T> T use(Transactions.Work<T> work) throws SQLException {
      try {
        return work.on(connection);
      } catch (SQLException e) {
        Outage outage = Outage.of(e);
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

  /** The failure of a call as the store's exception; opens the circuit if it proves an outage. */
  StoreException failure(SQLException e, boolean write) {
    Outage outage = Outage.of(e);
    if (outage == null) {
      StoreException plain = new StoreException(e);
      // a pool without connections times out because of the outage that is known
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

  /** The failure as one of the outage that is known to stop reads. */
  private Optional<OutageException> known(SQLException e) {
    return circuit
        .outage()
        .filter(Outage::stopsReads)
        .map(outage -> OutageException.met(outage, circuit.reason(), e));
  }

  /** A connection broke or could not be had: whether that is an outage, a new one tells. */
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
        log.info("a connection to the database was lost, but the database serves");
      }
    } finally {
      probing.unlock();
    }
  }

  private Optional<Finding> heartbeat() {
    if (held == null) {
      return examineAnew(false);
    }
    Optional<Finding> finding = probe.examine(held, false);
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

  /** Examines the server over a new connection, which the heartbeat uses from then on. */
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
    Optional<Finding> finding = probe.examine(held, needsRoom);
    if (finding.isPresent()) {
      drop();
    }
    return finding;
  }

  /**
   * The pool pauses between its own attempts to connect: the prober waits for it, not a request.
   */
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
      abort(held); // a frozen server would not answer a farewell
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

  /** Closes the heartbeat's connection; waits for a probe that is running. */
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
