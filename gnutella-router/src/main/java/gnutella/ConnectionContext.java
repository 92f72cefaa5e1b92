package gnutella;

import gnutella.protocol.Guid;
import gnutella.protocol.Handshake;
import gnutella.protocol.Host;
import gnutella.protocol.Reach;
import gnutella.routing.QueueLimits;
import gnutella.routing.Router;
import gnutella.routing.Traffic;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import seda.kernel.Clock;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.netio.BufferPool;
import seda.netio.Connection;

/** State shared by all connections of a router. Any thread, except for the buffers. */
final class ConnectionContext {
  private static final int BUFFER_BYTES = 16 << 10;
  private static final int FREE_BUFFERS = 256;
  private static final int HOSTS_TOLD = 10;

  private final Guid servent;
  private final GnutellaConfig config;
  private final Clock clock;
  private final Router router;
  private final HostCache hosts;
  private final Traffic traffic = new Traffic();
  private final Stage<PeerConnection> routerStage;
  private final List<Sink<PeerConnection>> sendOn;
  private final List<Sink<PeerConnection>> urgentSendOn;
  private final List<BufferPool> buffers;
  private final ThreadLocal<RoutingThread> routing;
  private final Set<PeerConnection> connections = ConcurrentHashMap.newKeySet();
  private final Unjoined<PeerConnection> unjoined;
  private final AddressCounts peersOf;
  private final Set<Guid> peers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger deflated = new AtomicInteger();
  private final LongAdder faults = new LongAdder();
  private final LongAdder slow = new LongAdder();
  private final LongAdder pushedOut = new LongAdder();

  ConnectionContext(
      Guid servent,
      GnutellaConfig config,
      Clock clock,
      Router router,
      HostCache hosts,
      Stage<PeerConnection> routerStage,
      Stage<PeerConnection> sendStage,
      Stage<PeerConnection> urgentSendStage,
      int processors) {
    this.servent = servent;
    this.config = config;
    this.clock = clock;
    this.router = router;
    this.hosts = hosts;
    this.unjoined =
        new Unjoined<>(config.peers().handshake().max(), config.peers().handshakesOfAddress());
    this.peersOf = new AddressCounts(config.peers().maxOfAddress());
    this.routerStage = routerStage;
    this.routing = ThreadLocal.withInitial(() -> new RoutingThread(router, traffic.tally()));
    this.sendOn = IntStream.range(0, processors).mapToObj(sendStage::on).toList();
    this.urgentSendOn = IntStream.range(0, processors).mapToObj(urgentSendStage::on).toList();
    this.buffers =
        IntStream.range(0, processors)
            .mapToObj(i -> new BufferPool(BUFFER_BYTES, FREE_BUFFERS))
            .toList();
  }

  /** Creates the state of an accepted connection. */
  PeerConnection accepted(Connection connection) {
    PeerConnection made = opened(new PeerConnection(this, connection, Optional.empty(), () -> {}));
    unjoined(made);
    return made;
  }

  /**
   * Creates the state of an outgoing connection; {@code shaken} runs once its handshake is over.
   */
  PeerConnection dialled(Connection connection, Host host, Runnable shaken) {
    return opened(new PeerConnection(this, connection, Optional.of(host), shaken));
  }

  private PeerConnection opened(PeerConnection made) {
    connections.add(made);
    return made;
  }

  // ---- accepted connections that are not peers

  /** Registers a connection that is not a peer; may close the one that has been silent longest. */
  void unjoined(PeerConnection connection) {
    unjoined
        .enter(connection, connection.block())
        .ifPresent(
            silent -> {
              pushedOut.increment();
              silent.pushOut();
            });
  }

  /** Notes that the connection has sent input. */
  void heard(PeerConnection connection) {
    unjoined.heard(connection);
  }

  /** Unregisters a connection that becomes a peer; false if it was pushed out. */
  boolean stays(PeerConnection connection) {
    return unjoined.leave(connection);
  }

  // ---- peers

  Handshake.Offer offer(boolean deflate, AddressBlock block) {
    return new Handshake.Offer(
        config.userAgent(),
        servent,
        router.own().map(Host::toString).orElse(""),
        deflate,
        config.routing().maxTtl(),
        config.peers().handshake().bytes(),
        peers::contains,
        () -> router.size() >= config.peers().max() || peersOf.isFull(block),
        () -> hosts.some(HOSTS_TOLD));
  }

  /** Adds a peer; false if its servent is connected, or a total or address limit is reached. */
  boolean join(Peer peer, Optional<Guid> itsServent) {
    if (itsServent.isPresent() && !peers.add(itsServent.get())) {
      return false;
    }
    AddressBlock block = peer.connection().block();
    boolean counted = peersOf.take(block);
    boolean joined = counted && router.join(peer);
    if (!joined) {
      itsServent.ifPresent(peers::remove);
    }
    if (counted && !joined) {
      peersOf.give(block);
    }
    return joined;
  }

  /** Removes a peer. */
  void leave(Peer peer, Optional<Guid> itsServent) {
    router.leave(peer);
    peersOf.give(peer.connection().block());
    itsServent.ifPresent(peers::remove);
  }

  void closed(PeerConnection connection) {
    connections.remove(connection);
    unjoined.leave(connection);
  }

  /** Iterates over the open connections, weakly consistent. */
  Iterable<PeerConnection> connections() {
    return connections;
  }

  int openConnections() {
    return connections.size();
  }

  PeerLimits limits() {
    return config.peers();
  }

  QueueLimits queueLimits() {
    return config.routing().queue();
  }

  int maxTtl() {
    return config.routing().maxTtl();
  }

  Clock clock() {
    return clock;
  }

  Router router() {
    return router;
  }

  HostCache hosts() {
    return hosts;
  }

  /** Returns the reach of hosts that a servent at this address may name. */
  Reach reach(InetSocketAddress remote) {
    return config.catcher().reach(remote.getAddress());
  }

  Traffic traffic() {
    return traffic;
  }

  /** The calling thread's routing state. */
  RoutingThread routing() {
    return routing.get();
  }

  Sink<PeerConnection> routerStage() {
    return routerStage;
  }

  Sink<PeerConnection> sendStage(int processor) {
    return sendOn.get(processor);
  }

  /** The processor's sink for sends that can't wait for their turn. */
  Sink<PeerConnection> urgentSendStage(int processor) {
    return urgentSendOn.get(processor);
  }

  /** The processor's buffers. */
  BufferPool buffers(int processor) {
    return buffers.get(processor);
  }

  /** Reserves one of the compressed connections; false if none is left. */
  boolean takeDeflated() {
    if (deflated.incrementAndGet() <= config.peers().deflated()) {
      return true;
    }
    deflated.decrementAndGet();
    return false;
  }

  void giveDeflated() {
    deflated.decrementAndGet();
  }

  void countFault() {
    faults.increment();
  }

  void countSlow() {
    slow.increment();
  }

  /** Peers dropped for protocol faults. */
  long faults() {
    return faults.sum();
  }

  /** Connections closed before they became peers, to make room. */
  long pushedOut() {
    return pushedOut.sum();
  }

  /** Peers dropped for reading too slowly. */
  long slow() {
    return slow.sum();
  }
}
