package seda.netio;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * A TCP server as three stages on processors: {@code listen} and {@code read} inbound, {@code
 * write} outbound. It has no thread of its own.
 */
public final class TcpServer implements AutoCloseable {
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

  private final TcpStages stages;
  private final List<Sink<ListenTask>> listenOn;
  private final List<TcpListener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger nextListener = new AtomicInteger();
  private Function<Connection, ConnectionListener> protocol;
  private byte[] farewell = {};

  /**
   * Declares the stages.
   *
   * @param graph graph, not yet started
   * @param processors processors of this graph, created with {@link SelectorSource#open}
   * @param prefix prefix of the stages' names, for a second server in a graph; may be empty
   * @param config limits
   */
  public TcpServer(StageGraph graph, Processors processors, String prefix, TcpConfig config) {
    this(graph, processors, prefix, config, null);
  }

  /**
   * Declares the stages, and for TLS a pool and a stage that compute handshakes.
   *
   * @param graph graph, not yet started
   * @param processors processors of this graph, created with {@link SelectorSource#open}
   * @param prefix prefix of the stages' names, for a second server in a graph; may be empty
   * @param config limits
   * @param tls TLS settings, or null for plain TCP
   * @throws IllegalArgumentException if the key store is unusable, with the reason
   */
  public TcpServer(
      StageGraph graph, Processors processors, String prefix, TcpConfig config, TlsConfig tls) {
    Stage<ListenTask> listen = graph.stage(StageConfig.named(prefix + "listen"), processors);
    listen.handledBy(EventHandler.each(ListenTask::run)).pinned();
    this.listenOn = IntStream.range(0, processors.count()).mapToObj(listen::on).toList();
    Tls layer = tls == null ? null : Tls.accepting(graph, processors.count(), prefix, tls);
    this.stages = new TcpStages(graph, processors, prefix, config, layer, this::slotFreed);
    stages.limitHandshakes(tls == null ? null : tls.handshakeTimeout());
    stages.admission().runOn(listenOn);
  }

  /**
   * Returns a listener that closes, and thereby uncounts, a connection on which a stage failed or
   * which it left unopened.
   */
  public static EventListener<Connection> closingOnFailure() {
    return new EventListener<>() {
      @Override
      public void failed(Connection connection, Throwable cause) {
        connection.close(cause);
      }

      @Override
      public void shed(Connection connection) {
        connection.closeIfUnopened();
      }
    };
  }

  /**
   * Sets the protocol. Call it once, before the graph starts.
   *
   * @param spoken called on its processor for each new connection; returns the connection's
   *     listener
   * @param arrivals sink for each connection with input, on the connection's processor
   */
  public void serve(Function<Connection, ConnectionListener> spoken, Sink<Connection> arrivals) {
    protocol = spoken;
    stages.arrivals(arrivals);
  }

  /**
   * Lets connections start without TLS, and begin it by {@link #startTls}. Call it before the graph
   * starts.
   */
  public void beginTlsLater() {
    stages.beginTlsLater();
  }

  /**
   * Starts TLS on a connection after its queued bytes, as for STARTTLS. Unread input is dropped: it
   * came before the handshake, so an attacker may have injected it. The protocol must not write or
   * await input meanwhile. Called on the connection's processor.
   *
   * @param secured called there when the handshake has completed; if it fails, the connection
   *     closes
   * @throws IllegalStateException if the server has no TLS to begin later, or TLS has begun
   */
  public void startTls(Connection connection, Runnable secured) {
    ConnectionOpening.startTls(connection, stages, secured);
  }

  /**
   * Limits the rate of reads over all connections by pauses before reads. Excess input waits in the
   * system's buffers, and then at the clients [SOSP §4.2]. Call it before the graph starts; by
   * default there is no limit.
   *
   * @param perSecond reads per second, each of at most {@link TcpConfig#readBufferBytes}
   */
  public void readRate(double perSecond) {
    stages.readRate(perSecond);
  }

  /**
   * Sets the addresses without a limit of connections: those of proxies, which carry many clients.
   * Call it before the graph starts; by default there are none.
   */
  public void exempt(Predicate<InetAddress> proxies) {
    stages.admission().exempt(proxies);
  }

  /**
   * Sets the farewell of a connection that is closed at once because its address has its share of
   * connections. It is written if the socket takes it without waiting, else left out. Call it
   * before the graph starts; by default such a connection is closed without a word, as it must be
   * where TLS begins first: a handshake costs more than the refusal saves.
   */
  public void farewell(byte[] words) {
    farewell = words.clone();
  }

  /**
   * Listens on an address. Call it after the graph has started.
   *
   * @return the listener, with the actual port if the given one is 0
   * @throws BindException naming the address and the reason
   */
  public TcpListener bind(InetSocketAddress address) throws IOException {
    return bind(address, connection -> protocol.apply(connection));
  }

  /** Listens on an address with another protocol than the other listeners. */
  public TcpListener bind(
      InetSocketAddress address, Function<Connection, ConnectionListener> spoken)
      throws IOException {
    if (address.isUnresolved()) {
      throw new BindException(cantListenOn(Addresses.authority(address)) + "unknown host");
    }
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      bind(channel, address, Addresses.authority(address));
      return listen(channel, null, spoken);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Listens on a Unix-domain socket. Call it after the graph has started. Its connections have no
   * limit per address. The socket file of a dead process is replaced; closing the listener deletes
   * the file.
   *
   * @param file socket file, at most about 100 bytes long, in an existing directory
   * @param permissions permissions of the file, where the system supports them: they control who
   *     may connect
   * @throws BindException naming the file and the reason
   */
  public TcpListener bind(
      Path file,
      Set<PosixFilePermission> permissions,
      Function<Connection, ConnectionListener> spoken)
      throws IOException {
    UnixSocketFile socket = new UnixSocketFile(file);
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      socket.removeStale();
      bind(channel, UnixDomainSocketAddress.of(file), file.toString());
      socket.permit(permissions);
      return listen(channel, file, spoken);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static String cantListenOn(String where) {
    return "can't listen on " + where + ": ";
  }

  private void bind(ServerSocketChannel channel, SocketAddress address, String where)
      throws IOException {
    try {
      channel.bind(address, stages.config().backlog());
      channel.configureBlocking(false);
    } catch (IOException e) {
      BindException clear = new BindException(cantListenOn(where) + e.getMessage());
      clear.initCause(e);
      throw clear;
    }
  }

  private TcpListener listen(
      ServerSocketChannel channel, Path file, Function<Connection, ConnectionListener> spoken)
      throws IOException {
    int processor = Math.floorMod(nextListener.getAndIncrement(), stages.processorCount());
    TcpListener listener = new TcpListener(this, channel, file, spoken::apply, processor);
    if (!listener.look().accepted()) {
      throw new IllegalStateException("the graph is not running; start it first");
    }
    listeners.add(listener);
    return listener;
  }

  /** Returns the current figures. Any thread. */
  public TcpStatistics statistics() {
    return stages.statistics();
  }

  /** Returns a weakly consistent view of the open connections. */
  public Iterable<Connection> connections() {
    return stages.connections();
  }

  /**
   * Blocks, in real time, until every connection has closed.
   *
   * @param look called repeatedly meanwhile; lets connections check whether they may close
   * @return false if connections are left after {@code grace}
   */
  public boolean awaitClosed(Duration grace, Runnable look) {
    long deadline = System.nanoTime() + grace.toNanos();
    while (stages.statistics().open() > 0) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      look.run();
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  /** Closes the listeners; open connections continue. */
  @Override
  public void close() {
    listeners.forEach(TcpListener::close);
  }

  // ---- for listeners

  TcpStages stages() {
    return stages;
  }

  /** Returns a new view of the words for a refused connection. */
  ByteBuffer farewell() {
    return ByteBuffer.wrap(farewell);
  }

  Sink<ListenTask> listenStage(int processor) {
    return listenOn.get(processor);
  }

  void removed(TcpListener listener) {
    listeners.remove(listener);
  }

  private void slotFreed() {
    for (TcpListener listener : listeners) {
      listener.slotFreed();
    }
  }
}
