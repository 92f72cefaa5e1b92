package seda.netio;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
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
 * A TCP server as three stages on processors: {@code listen} and {@code read} on the way in, {@code
 * write} on the way out. It has no thread of its own.
 */
public final class TcpServer implements AutoCloseable {
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

  private final TcpStages stages;
  private final List<Sink<ListenTask>> listenOn;
  private final List<TcpListener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger nextListener = new AtomicInteger();
  private Function<Connection, ConnectionListener> protocol;

  /**
   * Declares the stages.
   *
   * @param processors of this graph, made with {@link SelectorSource#open}
   * @param prefix of the stages' names, for the second server in a graph; may be empty
   */
  public TcpServer(StageGraph graph, Processors processors, String prefix, TcpConfig config) {
    this(graph, processors, prefix, config, null);
  }

  /**
   * Declares the stages, and for TLS a pool and a stage that computes handshakes.
   *
   * @param processors of this graph, made with {@link SelectorSource#open}
   * @param prefix of the stages' names, for the second server in a graph; may be empty
   * @param tls null to send bytes as they are
   * @throws IllegalArgumentException if the key store can't be used, saying why
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
   * Closes, and thereby counts, a connection on which a stage failed, or which it left unopened.
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
   * Says what is spoken over the connections; once, before the graph starts.
   *
   * @param spoken called on its processor for each new connection
   * @param arrivals gets each connection that has input, on the connection's processor
   */
  public void serve(Function<Connection, ConnectionListener> spoken, Sink<Connection> arrivals) {
    protocol = spoken;
    stages.arrivals(arrivals);
  }

  /**
   * Has connections begin without TLS, and begin it by {@link #startTls}. Before the graph starts.
   */
  public void beginTlsLater() {
    stages.beginTlsLater();
  }

  /**
   * Has a connection go on under TLS, as for STARTTLS, behind what it has written before. Input
   * that is unread is dropped: it came before the handshake, so anybody may have sent it. Meanwhile
   * the protocol neither writes nor awaits input. Called on the connection's processor.
   *
   * @param secured called there when the handshake is over; if that fails, the connection closes
   * @throws IllegalStateException if there is no TLS to begin, or it has begun
   */
  public void startTls(Connection connection, Runnable secured) {
    ConnectionOpening.startTls(connection, stages, secured);
  }

  /**
   * Holds the rate at which the server reads, of all connections together, by pauses before reads;
   * what comes faster waits in the system's buffers, and then at the clients [SOSP §4.2]. Before
   * the graph starts; without it there is no limit.
   *
   * @param perSecond reads, each of {@link TcpConfig#readBufferBytes} at most
   */
  public void readRate(double perSecond) {
    stages.readRate(perSecond);
  }

  /**
   * Says whose connections are not limited by address, because many clients come by them: those of
   * proxies. Before the graph starts; without it there are none.
   */
  public void exempt(Predicate<InetAddress> proxies) {
    stages.admission().exempt(proxies);
  }

  /**
   * Listens on an address; after the graph has started.
   *
   * @return the listener, with the real port if 0 was asked for
   * @throws BindException naming the address and the reason
   */
  public TcpListener bind(InetSocketAddress address) throws IOException {
    return bind(address, connection -> protocol.apply(connection));
  }

  /** The same for connections that speak another protocol than those of other listeners. */
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
   * Listens on a Unix-domain socket; after the graph has started. Its connections are not limited
   * by address. A file that a process left behind which is no more is replaced; closing the
   * listener removes the file.
   *
   * @param file at most some 100 bytes long; its directory must be there
   * @param permissions of the file, where the system has such: who may connect
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
      throw new IllegalStateException("the graph is not running");
    }
    listeners.add(listener);
    return listener;
  }

  /** Figures now. */
  public TcpStatistics statistics() {
    return stages.statistics();
  }

  /** The connections that are open, approximately; each is only for its own processor. */
  public Iterable<Connection> connections() {
    return stages.connections();
  }

  /**
   * Waits, in real time, until every connection has ended.
   *
   * @param look called again and again meanwhile; has connections look whether they may end
   * @return false if some were left after {@code grace}
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

  /** Listens no more; connections that are open go on. */
  @Override
  public void close() {
    listeners.forEach(TcpListener::close);
  }

  // ---- for listeners

  TcpStages stages() {
    return stages;
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
