package seda.netio;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageGraph;

/**
 * A TCP server as three stages on processors: {@code listen} and {@code read} on the way in, {@code
 * write} on the way out. It has no thread of its own.
 */
public final class TcpServer implements AutoCloseable {
  private final TcpStages stages;
  private final Duration handshakeTimeout; // null without TLS
  private final List<Sink<TcpListener>> listenOn;
  private final List<TcpListener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger nextListener = new AtomicInteger();

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
    Stage<TcpListener> listen = graph.stage(StageConfig.named(prefix + "listen"), processors);
    listen.handledBy(EventHandler.each(TcpListener::accept)).pinned();
    this.listenOn = IntStream.range(0, processors.count()).mapToObj(listen::on).toList();
    Tls layer = tls == null ? null : Tls.accepting(graph, processors.count(), prefix, tls);
    this.handshakeTimeout = tls == null ? null : tls.handshakeTimeout();
    this.stages = new TcpStages(graph, processors, prefix, config, layer, this::slotFreed);
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
   * @param protocol called on its processor for each new connection
   * @param arrivals gets each connection that has input, on the connection's processor
   */
  public void serve(Function<Connection, ConnectionListener> protocol, Sink<Connection> arrivals) {
    stages.accepting(protocol::apply, handshakeTimeout);
    stages.arrivals(arrivals);
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
   * Listens on an address; after the graph has started.
   *
   * @return the listener, with the real port if 0 was asked for
   * @throws BindException naming the address and the reason
   */
  public TcpListener bind(InetSocketAddress address) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      bind(channel, address);
      channel.configureBlocking(false);
      InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
      int processor = Math.floorMod(nextListener.getAndIncrement(), stages.processorCount());
      TcpListener listener = new TcpListener(this, channel, bound, processor);
      if (!listener.look().accepted()) {
        throw new IllegalStateException("the graph is not running");
      }
      listeners.add(listener);
      return listener;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void bind(ServerSocketChannel channel, InetSocketAddress address) throws IOException {
    String where = "can't listen on " + Addresses.authority(address) + ": ";
    if (address.isUnresolved()) {
      throw new BindException(where + "unknown host");
    }
    try {
      channel.bind(address, stages.config().backlog());
    } catch (IOException e) {
      BindException clear = new BindException(where + e.getMessage());
      clear.initCause(e);
      throw clear;
    }
  }

  /** Figures now. */
  public TcpStatistics statistics() {
    return stages.statistics();
  }

  /** The connections that are open, approximately; each is only for its own processor. */
  public Iterable<Connection> connections() {
    return stages.connections();
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

  Sink<TcpListener> listenStage(int processor) {
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
