package gnutella;

import gnutella.protocol.Guid;
import gnutella.protocol.Host;
import gnutella.routing.Neighbour;
import gnutella.routing.Router;
import gnutella.routing.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.random.RandomGenerator;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.Connection;
import seda.netio.SelectorSource;
import seda.netio.TcpClient;
import seda.netio.TcpConfig;
import seda.netio.TcpServer;
import seda.netio.http.AllowedHosts;
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpServer;

/**
 * Declares the router's stages, in the order in which a packet passes them. The package
 * documentation has a diagram. Use: construct, start the graph, {@link #bind}, {@link #catchPeers}.
 */
public final class GnutellaStages {
  /** The stage in which queries wait, if configured. */
  public static final String QUERY_STAGE = "gnutella-query";

  /** The worker pool of the query stage. */
  public static final String QUERY_POOL = "query";

  /**
   * Accepted connections, beyond the peers and the handshakes, that may wait for their processors.
   * With this allowance a silent connection never delays the listener.
   */
  private static final int JUST_ACCEPTED = 64;

  /**
   * Small, since some inputs go to many peers: those must get their turn before their queues fill.
   */
  private static final int ROUTED_AT_ONCE = 8;

  /** Equal to the routing batch, so input is still in the processor's cache when it is routed. */
  private static final int READ_AT_ONCE = ROUTED_AT_ONCE;

  /**
   * Small: with many peers, packets then gather before each peer's write. A peer with a long queue
   * is served ahead of its turn.
   */
  private static final int SENT_AT_ONCE = 8;

  /** Large: a poll checks all connections with input, most of which wait for their turn. */
  private static final int ROUNDS_PER_POLL = 64;

  private final GnutellaConfig config;
  private final StageGraph graph;
  private final Processors processors;
  private final WorkerPool housekeeping;
  private final Router router;
  private final ConnectionContext shared;
  private final TcpServer server;
  private final HttpServer status;
  private final HostCatcher catcher;
  private final Stage<HostCatcher.Tick> catcherStage;
  private final Stage<GnutellaLogger.Tick> loggerStage;
  private volatile boolean ending;

  /** Declares the router on a graph; it runs once the graph starts. */
  public GnutellaStages(StageGraph graph, GnutellaConfig config) {
    this(graph, config, new Random());
  }

  /** Like the other constructor, with injected randomness; {@code random} is used by any thread. */
  public GnutellaStages(StageGraph graph, GnutellaConfig config, RandomGenerator random) {
    this.config = config;
    this.graph = graph;
    processors =
        graph.processors(
            ProcessorsConfig.named("processor").withRoundsPerPoll(ROUNDS_PER_POLL),
            SelectorSource::open);
    housekeeping = graph.workerPool("housekeeping", 1);
    router = new Router(config.routing(), config.peers().max(), random);
    config.own().ifPresent(router::own);

    Stage<HttpExchange> statusPage = graph.stage(StageConfig.named("gnutella-status"), processors);
    status = new HttpServer(graph, processors, HttpConfig.defaults(), statusPage);
    AllowedHosts statusHosts = config.allowedHosts();
    status.earlyRefusal((head, remote) -> statusHosts.refusal(head));

    TcpConfig tcp =
        TcpConfig.defaults()
            .withConnectionLimit(connectionLimit(config.peers()))
            .withReadBatch(READ_AT_ONCE)
            .withWriteThreshold(config.peers().writeThreshold());
    server = new TcpServer(graph, processors, "gnutella-", tcp);
    server.readRate(config.readRate());
    Stage<Connection> serverStage = graph.stage(perConnection("gnutella-server"), processors);
    TcpClient client = new TcpClient(graph, processors, "gnutella-out-", tcp, serverStage);
    Stage<PeerConnection> routerStage =
        graph.stage(perConnection("gnutella-router").withBatchSize(ROUTED_AT_ONCE), processors);
    config.query().ifPresent(query -> declareQueries(query));
    Stage<PeerConnection> sendStage =
        graph.outboundStage(perConnection("gnutella-send").withBatchSize(SENT_AT_ONCE), processors);
    Stage<PeerConnection> urgentSendStage =
        graph.outboundStage(perConnection("gnutella-send-urgent"), processors);

    shared =
        new ConnectionContext(
            Guid.random(random),
            config,
            graph.clock(),
            router,
            new HostCache(config.catcher(), random),
            routerStage,
            sendStage,
            urgentSendStage,
            processors.count());
    serverStage.handledBy(EventHandler.each(GnutellaStages::arrived));
    serverStage.listener(TcpServer.closingOnFailure()).pinned();
    routerStage.handledBy(EventHandler.each(PeerConnection::route));
    routerStage.listener(new Dropping()).pinned();
    sendStage.handledBy(EventHandler.each(PeerConnection::sendInTurn));
    sendStage.listener(new Dropping()).pinned();
    urgentSendStage.handledBy(EventHandler.each(PeerConnection::send));
    urgentSendStage.listener(new Dropping()).pinned();
    server.serve(shared::accepted, serverStage);
    statusPage.handledBy(EventHandler.each(new StatusPage(shared, graph)::answer));

    catcher = new HostCatcher(config, shared, client, graph.clock());
    catcherStage = graph.stage(housekeeping("gnutella-catcher"), housekeeping);
    catcherStage.handledBy(EventHandler.each(look -> catcher.look()));
    loggerStage = graph.stage(housekeeping("gnutella-logger"), housekeeping);
    GnutellaLogger logger = new GnutellaLogger(config, shared, graph.clock());
    loggerStage.handledBy(EventHandler.each(look -> logger.look()));
  }

  private void declareQueries(QueryConfig query) {
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed(QUERY_POOL, 1));
    Stage<QueryStage.Waiting> stage =
        graph.stage(StageConfig.named(QUERY_STAGE).withQueueCapacity(query.queueCapacity()), pool);
    stage.handledBy(new QueryStage.Handler(query, router, graph.clock(), () -> ending));
    router.querySink(new QueryStage.StageSink(stage));
  }

  /** A connection is queued about once, so a queue of this length does not refuse it. */
  private StageConfig perConnection(String name) {
    return StageConfig.named(name).withQueueCapacity(4 * connectionLimit(config.peers()) + 64);
  }

  private static int connectionLimit(PeerLimits peers) {
    return peers.max() + peers.handshake().max() + JUST_ACCEPTED;
  }

  private static StageConfig housekeeping(String name) {
    return StageConfig.named(name).withQueueCapacity(1).withBatchSize(1);
  }

  private static void arrived(Connection connection) {
    if (connection.listener() instanceof PeerConnection peer) { // else not opened yet
      peer.arrived();
    }
  }

  /** Drops a peer on which a stage failed. */
  private static final class Dropping implements EventListener<PeerConnection> {
    @Override
    public void failed(PeerConnection peer, Throwable cause) {
      peer.drop();
    }

    @Override
    public void shed(PeerConnection peer) {
      // the graph stops and closes its connections
    }
  }

  /**
   * Starts to accept peers; call after the graph has started.
   *
   * @return the bound address, with the actual port if 0 was requested
   * @throws java.net.BindException with the address and the reason
   */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    InetSocketAddress bound = server.bind(address).address();
    if (router.own().isEmpty() && !bound.getAddress().isAnyLocalAddress()) {
      Host.of(bound).ifPresent(router::own);
    }
    return bound;
  }

  /** Like {@link #bind}, for the status page. */
  public InetSocketAddress bindStatus(InetSocketAddress address) throws IOException {
    return status.bind(address);
  }

  /** Starts the host catcher and the logger. Reads the host cache. Call after the graph's start. */
  public void catchPeers() {
    catcher.load();
    graph
        .timers()
        .every(config.catcher().period(), () -> catcherStage.enqueue(HostCatcher.Tick.TICK));
    graph
        .timers()
        .every(
            java.time.Duration.ofSeconds(1), () -> loggerStage.enqueue(GnutellaLogger.Tick.TICK));
    catcherStage.enqueue(HostCatcher.Tick.TICK);
  }

  /** Stops listening, sends byes, discards queued queries and writes the host cache. */
  public void close() {
    ending = true;
    server.close();
    status.drain();
    shared.connections().forEach(PeerConnection::sayBye);
    catcher.save();
  }

  /** Counts of received packets. */
  public Traffic traffic() {
    return shared.traffic();
  }

  /** The peers; not to be modified. */
  public Neighbour[] neighbours() {
    return router.neighbours();
  }

  /** Number of peers. */
  public int peers() {
    return router.size();
  }

  /** Open connections, including handshakes. */
  public int connections() {
    return shared.openConnections();
  }

  /** Peers dropped for reading too slowly. */
  public long slowPeers() {
    return shared.slow();
  }

  /** Connections closed before they became peers, to make room for others. */
  public long pushedOut() {
    return shared.pushedOut();
  }

  /** Peers dropped for protocol faults. */
  public long faultyPeers() {
    return shared.faults();
  }
}
