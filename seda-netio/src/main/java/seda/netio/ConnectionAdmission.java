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
 * The room for connections: slots up to the limit, a share for each address, and which connections
 * are closed for others. Any thread.
 *
 * <pre>
 *   0 ────────────────── strangers' mark ──────── high-water mark ──────────── limit
 *     nothing is closed        │ idle strangers         │ known ones, too        │ whatever is idle
 * </pre>
 *
 * <p>Room is short while there are more connections than the high-water mark, or more of strangers
 * (not known) than theirs. Then the processors close connections, strangers' before known ones, the
 * oldest of each first, but none that has been idle for less than {@link ConnectionLimits#grace}.
 * The marks lie below the limit; so a newcomer is accepted first, and room is made behind it. Only
 * when a newcomer waits at the limit, or the system has no descriptor left, is the grace a
 * twentieth: without any, newcomers would close each other before their first requests are read.
 *
 * <p>Strangers keep as much as lies between high-water mark and limit. Without that, users could
 * fill the room so that each newcomer would be the only stranger, and closed for itself.
 */
final class ConnectionAdmission {
  private static final Logger log = LoggerFactory.getLogger(ConnectionAdmission.class);

  /** By which the grace is divided when a newcomer waits: enough to send a first request. */
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

  /** Says where each processor takes tasks; before the graph starts. */
  void runOn(List<Sink<ListenTask>> sinks) {
    for (int i = 0; i < sinks.size(); i++) {
      processors.get(i).runOn(sinks.get(i));
    }
  }

  /** Says whose connections are not counted by address; before the graph starts. */
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

  /** Claims one of the connections that the limit allows; false if there is none left. */
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

  /** Gives back a slot that has come to nothing. */
  void giveSlot() {
    taken.decrementAndGet();
  }

  /** A connection was accepted, and is on the way to its processor. */
  void arriving() {
    arriving.incrementAndGet();
  }

  /** It has got there, or was closed before. */
  void arrived() {
    arriving.decrementAndGet();
  }

  /** Gives back all that a connection had. */
  void left(ConnectionUse use) {
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

  /** An address had no idle connection to be closed for another. */
  void refused() {
    refused.increment();
  }

  // ---- when it is short

  boolean isShort() {
    int now = taken.get();
    return now > mark || now - known.get() > strangersMark || demanded.get() > 0;
  }

  /** Has connections closed if room is short. */
  void makeRoom() {
    if (!isShort()) {
      return;
    }
    int kind = kindToClose();
    if (kind >= 0) {
      IdleConnections first = withOldest(kind);
      if (first != null) {
        first.makeRoomSoon();
      }
    }
  }

  /** A newcomer can't be accepted: has a few connections closed. */
  void demand(int connections) {
    demanded.set(Math.min(connections, strangersPart));
    makeRoom();
  }

  /** No newcomer waits any more. */
  void demandMet() {
    if (demanded.get() > 0) {
      demanded.set(0);
    }
  }

  /** Of which kind the next connection is to be closed; -1 if none. */
  int kindToClose() {
    int now = taken.get();
    int strangers = now - known.get();
    boolean full = demanded.get() > 0;
    boolean high = full || now > mark;
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
      return -1; // strangers that will be idle in a moment
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

  /** The processor that has the oldest connection of a kind; null if there is none. */
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

  /** Closes a connection for others; on its processor. */
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
          "room for connections is short, open={} limit={} closing idle ones",
          taken,
          config.limit());
    }
  }

  /** Connections closed for others. */
  long evicted() {
    return evicted.sum();
  }

  /** Connections refused, because their address had as many as it may have. */
  long refusedConnections() {
    return refused.sum();
  }
}
