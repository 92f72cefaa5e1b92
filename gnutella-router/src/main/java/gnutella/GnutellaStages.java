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
import seda.netio.http.HttpConfig;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpServer;

/**
 * The graph of the router, from top to bottom: what a packet passes, in the order in which it does.
 * See the package for a drawing. Make it, start the graph, {@link #bind}, {@link #catchPeers}.
 */
public final class GnutellaStages {
  /** Where queries wait, if they do. */
  public static final String QUERY_STAGE = "gnutella-query";

  /** The threads that queries then hold. */
  public static final String QUERY_POOL = "query";

  /**
   * Connections that were accepted, beyond the peers and the handshakes, and may wait for their
   * processors: with them the listener never waits for a connection that is silent.
   */
  private static final int JUST_ACCEPTED = 64;

  /**
   * What some inputs bring goes to many peers: these get their turn before their queues are full.
   */
  private static final int ROUTED_AT_ONCE = 8;

  /** As many as are routed, so that what was read is still in the processor's cache then. */
  private static final int READ_AT_ONCE = ROUTED_AT_ONCE;

  /**
   * Few, so that with many peers packets gather before each gets a write of its own; whoever has
   * gathered much is sent to before his turn.
   */
  private static final int SENT_AT_ONCE = 8;

  /**
   * Many, for a poll looks at all connections with input, and with many peers those are many that
   * wait for their turn anyway.
   */
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

  /** Declares the router on a graph; it runs once that starts. */
  public GnutellaStages(StageGraph graph, GnutellaConfig config) {
    this(graph, config, new Random());
  }

  /** The same with chance injected; any thread may use it. */
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

  /** A connection is in a queue about once, so that a queue of this length does not refuse. */
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
    if (connection.listener() instanceof PeerConnection peer) { // else it was not opened yet
      peer.arrived();
    }
  }

  /** A peer on which a stage failed is dropped. */
  private static final class Dropping implements EventListener<PeerConnection> {
    @Override
    public void failed(PeerConnection peer, Throwable cause) {
      peer.drop();
    }

    @Override
    public void shed(PeerConnection peer) {
      // the graph stops, and takes its connections along
    }
  }

  /**
   * Takes connections of peers; after the graph has started.
   *
   * @return the address, with the port that port 0 stood for
   * @throws java.net.BindException naming the address and the reason
   */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    InetSocketAddress bound = server.bind(address).address();
    if (router.own().isEmpty() && !bound.getAddress().isAnyLocalAddress()) {
      Host.of(bound).ifPresent(router::own);
    }
    return bound;
  }

  /** The same for the status page. */
  public InetSocketAddress bindStatus(InetSocketAddress address) throws IOException {
    return status.bind(address);
  }

  /** Begins to look for peers, and to log; after the graph has started. Reads the host cache. */
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

  /**
   * Takes no more connections, says good-bye to all peers, gives up the queries that wait, and
   * writes the host cache.
   */
  public void close() {
    ending = true;
    server.close();
    status.drain();
    shared.connections().forEach(PeerConnection::sayBye);
    catcher.save();
  }

  /** Packets that came. */
  public Traffic traffic() {
    return shared.traffic();
  }

  /** Who takes part; not to be changed. */
  public Neighbour[] neighbours() {
    return router.neighbours();
  }

  /** How many peers take part. */
  public int peers() {
    return router.size();
  }

  /** Connections that are open, shaking hands or taking part. */
  public int connections() {
    return shared.openConnections();
  }

  /** Peers that were dropped because they read too slowly. */
  public long slowPeers() {
    return shared.slow();
  }

  /** Connections that were closed before they were peers, to make room for others. */
  public long pushedOut() {
    return shared.pushedOut();
  }

  /** Peers that were dropped for what they sent. */
  public long faultyPeers() {
    return shared.faults();
  }
}
