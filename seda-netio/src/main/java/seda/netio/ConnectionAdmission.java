package seda.netio;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.Sink;

/**
 * Admits connections: slots up to the limit, a share per address, and the choice of connections to
 * close for others. Thread-safe.
 *
 * <pre>
 *   0 ────────────────── strangers' mark ──────── high-water mark ──────────── limit
 *     nothing is closed        │ idle strangers         │ idle known ones, too   │ any idle one
 * </pre>
 *
 * <p>Room is short while the connections exceed the high-water mark, or those of strangers (not
 * known) exceed their mark. Then the processors close connections: strangers' before known ones,
 * the longest idle first, and none idle for less than {@link ConnectionLimits#grace}. The marks lie
 * below the limit, so a newcomer is accepted first and room is made afterwards. If a newcomer waits
 * at the limit, or the process has no descriptor left, the grace is divided by 20. Without any
 * grace, newcomers would close each other before their first requests are read.
 *
 * <p>Strangers keep the room between high-water mark and limit. Otherwise users could fill the room
 * so that each newcomer would be the only stranger and be closed at once.
 */
final class ConnectionAdmission {
  private static final Logger log = LoggerFactory.getLogger(ConnectionAdmission.class);

  /** Divisor of the grace while a newcomer waits; the rest suffices to send a first request. */
  private static final int WHEN_FULL = 20;

  private static final long LOG_NANOS = Duration.ofMinutes(1).toNanos();

  private final ConnectionLimits config;
  private final Clock clock;
  private final int mark;
  private final int strangersMark;
  private final int strangersPart;
  private final long graceNanos;
  private final long shortGraceNanos;
  private final List<IdleConnections> processors;
  private final ConcurrentMap<Object, AddressShare> addresses = new ConcurrentHashMap<>();
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * Connections without those whose eviction is claimed. A slot is also taken for an accept that
   * finds no newcomer, so this is not the number of slots.
   */
  private final AtomicInteger open = new AtomicInteger();

  private final AtomicInteger known = new AtomicInteger();
  private final AtomicInteger arriving = new AtomicInteger();
  private final AtomicInteger demanded = new AtomicInteger();
  private final LongAdder evicted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final AtomicLong logged;
  private Predicate<InetAddress> exempt = address -> false;

  ConnectionAdmission(ConnectionLimits config, Clock clock, int processorCount) {
    this.config = config;
    this.clock = clock;
    this.mark = Math.min(config.limit() - 1, (int) (config.limit() * config.highWater()));
    this.strangersPart = config.limit() - mark;
    this.graceNanos = config.grace().toNanos();
    this.shortGraceNanos = graceNanos / WHEN_FULL;
    this.strangersMark = Math.max(1, (int) (config.limit() * (1 - config.knownShare())));
    this.processors =
        IntStream.range(0, processorCount).mapToObj(i -> new IdleConnections(this)).toList();
    this.logged = new AtomicLong(clock.nanos() - LOG_NANOS);
  }

  /** Sets the sinks for tasks of each processor, before the graph starts. */
  void runOn(List<Sink<ListenTask>> sinks) {
    for (int i = 0; i < sinks.size(); i++) {
      processors.get(i).runOn(sinks.get(i));
    }
  }

  /** Sets the addresses without a limit, before the graph starts. */
  void exempt(Predicate<InetAddress> addresses) {
    exempt = addresses;
  }

  long now() {
    return clock.nanos();
  }

  IdleConnections idleOn(int processor) {
    return processors.get(processor);
  }

  // ---- slots

  /** Takes a slot; false if the limit is reached. */
  boolean takeSlot() {
    if (taken.incrementAndGet() <= config.limit()) {
      return true;
    }
    taken.decrementAndGet();
    return false;
  }

  boolean hasSlot() {
    return taken.get() < config.limit();
  }

  void giveSlot() {
    taken.decrementAndGet();
  }

  /** Counts a connection that has a slot. */
  void entered() {
    open.incrementAndGet();
  }

  /** Counts an accepted connection in transit to its processor. */
  void arriving() {
    arriving.incrementAndGet();
  }

  /** Uncounts a connection that has reached its processor or has closed. */
  void arrived() {
    arriving.decrementAndGet();
  }

  /** Gives back everything that a connection holds. */
  void left(ConnectionUse use) {
    if (!use.isEvictionClaimed()) {
      open.decrementAndGet(); // before known, or it would count as a stranger in between
    }
    use.arrived();
    if (use.isKnown()) {
      known.decrementAndGet();
    }
    if (use.share() != null) {
      giveShare(use.connection().remote().getAddress());
    }
    giveSlot();
  }

  void becameKnown() {
    known.incrementAndGet();
  }

  // ---- addresses

  /** Counts a connection of this address; null if the address is not limited. */
  AddressShare takeShare(InetAddress address) {
    if (exempt.test(address)) {
      return null;
    }
    return addresses.compute(
        Addresses.client(address),
        (key, share) -> {
          AddressShare one =
              share != null ? share : new AddressShare(config.perAddress(), processors.size());
          one.add();
          return one;
        });
  }

  private void giveShare(InetAddress address) {
    addresses.computeIfPresent(
        Addresses.client(address), (key, share) -> share.remove() ? null : share);
  }

  /** Counts a connection refused because its address had no idle connection to close. */
  void refused() {
    refused.increment();
  }

  // ---- shortage of room

  boolean isShort() {
    int now = open.get();
    return now > mark || now - known.get() > strangersMark || demanded.get() > 0;
  }

  /** Triggers evictions if room is short. */
  void makeRoom() {
    if (!isShort()) {
      return;
    }
    int kind = kindToClose(open.get());
    if (kind >= 0) {
      IdleConnections first = withOldest(kind);
      if (first != null) {
        first.makeRoomSoon();
      }
    }
  }

  /** Requests a few evictions, because a newcomer cannot be accepted. */
  void demand(int connections) {
    demanded.set(Math.min(connections, strangersPart));
    makeRoom();
  }

  /** Withdraws the request: no newcomer waits. */
  void demandMet() {
    if (demanded.get() > 0) {
      demanded.set(0);
    }
  }

  /** Returns the number of connections, as for {@link #kindToClose}. */
  int open() {
    return open.get();
  }

  /** Returns the kind of the next of {@code open} connections to close; -1 if none. */
  int kindToClose(int open) {
    int strangers = open - known.get();
    boolean full = demanded.get() > 0;
    boolean high = full || open > mark;
    if (high || strangers > strangersMark) {
      int kind = oneThatIsOld(IdleConnections.IDLE, IdleConnections.STOPPED);
      if (kind >= 0) {
        return kind;
      }
    }
    if (full && strangers > strangersPart && withOldest(IdleConnections.IDLE) != null) {
      return isOld(IdleConnections.IDLE, shortGraceNanos) ? IdleConnections.IDLE : -1;
    }
    if (arriving.get() > 0) {
      return -1; // they will soon be idle strangers
    }
    if (full || (high && strangers <= strangersPart)) {
      int kind = oneThatIsOld(IdleConnections.KNOWN_IDLE, IdleConnections.KNOWN_STOPPED);
      if (kind >= 0) {
        return kind;
      }
    }
    if (full && isOld(IdleConnections.KNOWN_IDLE, shortGraceNanos)) {
      return IdleConnections.KNOWN_IDLE;
    }
    return -1;
  }

  private int oneThatIsOld(int first, int second) {
    return isOld(first, graceNanos) ? first : isOld(second, graceNanos) ? second : -1;
  }

  private boolean isOld(int kind, long nanos) {
    IdleConnections found = withOldest(kind);
    IdleList.Node oldest = found == null ? null : found.oldest(kind);
    return oldest != null && clock.nanos() - oldest.sinceNanos() >= nanos;
  }

  /** Returns the processor with the longest idle connection of a kind, or null. */
  IdleConnections withOldest(int kind) {
    IdleConnections found = null;
    long since = 0;
    for (IdleConnections one : processors) {
      IdleList.Node oldest = one.oldest(kind);
      if (oldest != null && (found == null || oldest.sinceNanos() - since < 0)) {
        found = one;
        since = oldest.sinceNanos();
      }
    }
    return found;
  }

  /**
   * Closes a connection, on its processor, unless the number of connections has changed since it
   * was chosen: another processor may have made the same room.
   */
  void evictOf(int connections, ConnectionUse use) {
    if (open.compareAndSet(connections, connections - 1)) {
      use.claimEviction();
      evict(use);
    }
  }

  /** Closes a connection for others, on its processor. */
  void evict(ConnectionUse use) {
    evicted.increment();
    if (demanded.get() > 0) {
      demanded.decrementAndGet();
    }
    tell();
    use.connection().close();
  }

  private void tell() {
    long last = logged.get();
    long now = clock.nanos();
    if (now - last >= LOG_NANOS && logged.compareAndSet(last, now)) {
      log.warn(
          "room for connections is short, closing idle ones: open={} limit={}",
          open,
          config.limit());
    }
  }

  long evicted() {
    return evicted.sum();
  }

  /** Returns the number of connections refused because of their address's limit. */
  long refusedConnections() {
    return refused.sum();
  }
}
