package arashi.delivery.session;

import arashi.delivery.Protocol;
import arashi.delivery.memory.MailMemory;
import arashi.delivery.protocol.Client;
import arashi.delivery.protocol.SessionConfig;
import arashi.target.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.Addresses;
import seda.netio.Connection;
import seda.netio.ConnectionListener;
import seda.netio.TcpConfig;
import seda.netio.TcpServer;

/**
 * Listens for LMTP and SMTP on processors. For a graceful stop: {@link #drain}, {@link
 * #awaitDrained}, then stop the graph.
 */
public final class DeliveryServer {
  private static final String UNIX = "unix";

  private final DeliveryConfig config;
  private final Clock clock;
  private final TcpServer tcp;
  private final MailMemory memory;
  private final LargeTurns largeTurns;
  private final ClientRates rates;
  private final Supplier<String> queueIds;
  private final List<Sink<Connection>> sessionOn;
  private Deliver deliver;
  private volatile boolean draining;

  /**
   * Declares the stages of the sockets and of the sessions.
   *
   * @param processors processors of this graph, made with {@code SelectorSource::open}
   * @param sockets buffers and time-outs; {@code config} replaces the connection limits
   * @param random makes queue ids
   */
  public DeliveryServer(
      StageGraph graph,
      Processors processors,
      DeliveryConfig config,
      TcpConfig sockets,
      RandomGenerator random) {
    this.config = config;
    this.clock = graph.clock();
    this.memory =
        new MailMemory(
            config.memory().bytes(),
            config.smtp().limits().mailBytes(),
            config.memory().largeTime(),
            clock::nanos);
    this.largeTurns = new LargeTurns(config.memory().largeTogether());
    this.rates = new ClientRates(config.strangers(), clock::nanos);
    this.queueIds = new QueueIds(random);
    TcpConfig limited =
        sockets.withConnectionLimits(
            sockets
                .connectionLimits()
                .withLimit(config.connections())
                .withPerAddress(config.strangers().connections()));
    this.tcp = new TcpServer(graph, processors, "mail-", limited, config.tls().orElse(null));
    tcp.beginTlsLater();
    tcp.exempt(this::isTrusted);
    tcp.farewell(BusyReplies.tooManyConnections(config.smtp().hostname()));
    Stage<Connection> session =
        graph.stage(
            StageConfig.named("mail-session").withQueueCapacity(queueCapacity(config)), processors);
    session
        .handledBy(EventHandler.each(this::arrived))
        .listener(TcpServer.closingOnFailure())
        .pinned();
    this.sessionOn = IntStream.range(0, processors.count()).mapToObj(session::on).toList();
    tcp.serve(protocol(config.smtp()), session);
  }

  /** A connection may have input, an answer and an end check in the queue. */
  private static int queueCapacity(DeliveryConfig config) {
    return (int) Math.min(Integer.MAX_VALUE, 4L * config.connections() + 64);
  }

  /** Sets the stages that take the mails; once, before the graph starts. */
  public void deliverTo(Deliver stages) {
    deliver = stages;
  }

  private Function<Connection, ConnectionListener> protocol(SessionConfig spoken) {
    return connection -> open(connection, spoken, false);
  }

  private SessionConnection open(Connection connection, SessionConfig spoken, boolean unix) {
    InetAddress address = connection.remote().getAddress();
    boolean trusted = unix || isTrusted(address);
    Client client = new Client(unix ? UNIX : address.getHostAddress(), trusted);
    return new SessionConnection(
        this, connection, spoken, client, trusted ? null : Addresses.client(address));
  }

  private boolean isTrusted(InetAddress address) {
    for (Network network : config.trusted()) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }

  private void arrived(Connection connection) {
    if (connection.listener() instanceof SessionConnection session) {
      session.arrived();
    } else if (connection.listener() instanceof PolicyConnection policy) {
      policy.arrived();
    } else if (draining) {
      connection.close(); // not yet opened
    }
  }

  /**
   * Listens on an address, after the graph has started.
   *
   * @return the address, with the assigned port in place of port 0
   * @throws java.net.BindException with the address and the reason
   */
  public InetSocketAddress bind(Protocol protocol, InetSocketAddress address) throws IOException {
    SessionConfig spoken = protocol == Protocol.LMTP ? config.lmtp() : config.smtp();
    return tcp.bind(address, protocol(spoken)).address();
  }

  /**
   * Listens for LMTP on a Unix-domain socket, whose clients are trusted, after the graph has
   * started.
   *
   * @param permissions permissions of the socket file
   * @throws java.net.BindException with the file and the reason
   */
  public void bind(Path file, Set<PosixFilePermission> permissions) throws IOException {
    tcp.bind(file, permissions, connection -> open(connection, config.lmtp(), true));
  }

  /**
   * Listens for questions of MTAs about recipients, after the graph has started. Only trusted
   * clients are answered.
   *
   * @return the address, with the assigned port in place of port 0
   * @throws java.net.BindException with the address and the reason
   */
  public InetSocketAddress bindPolicy(InetSocketAddress address) throws IOException {
    return tcp.bind(
            address,
            connection ->
                new PolicyConnection(this, connection, isTrusted(connection.remote().getAddress())))
        .address();
  }

  /**
   * Stops accepting, and ends sessions between two mails with 421; incoming mails are completed.
   * Doesn't wait.
   */
  public void drain() {
    draining = true;
    tcp.close();
    lookAtAll();
  }

  /**
   * Waits, in real time, until all sessions have ended after {@link #drain}.
   *
   * @return false if sessions remain after {@code grace}
   */
  public boolean awaitDrained(Duration grace) {
    return tcp.awaitClosed(grace, this::lookAtAll);
  }

  private void lookAtAll() {
    for (Connection connection : tcp.connections()) {
      sessionOn.get(connection.processor()).enqueue(connection);
    }
  }

  /** The current figures. */
  public DeliveryStatistics statistics() {
    return new DeliveryStatistics(tcp.statistics(), memory.taken(), memory.waiting());
  }

  // ---- for sessions

  DeliveryConfig config() {
    return config;
  }

  Clock clock() {
    return clock;
  }

  Deliver deliver() {
    return deliver;
  }

  MailMemory memory() {
    return memory;
  }

  LargeTurns largeTurns() {
    return largeTurns;
  }

  ClientRates rates() {
    return rates;
  }

  Supplier<String> queueIds() {
    return queueIds;
  }

  boolean isDraining() {
    return draining;
  }

  void startTls(Connection connection, Runnable secured) {
    tcp.startTls(connection, secured);
  }
}
