package seda.netio;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Limit;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * Makes TCP connections, with or without TLS, as three stages on processors: {@code connect},
 * {@code read} and {@code write}. Its {@link Connection}s are like those of a {@link TcpServer} and
 * are spread over the processors; one sink may serve both. It has no thread of its own. Thread-safe
 * once declared.
 */
public final class TcpClient {
  private final TcpStages stages;
  private final List<Sink<ConnectAttempt>> connectOn;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Declares the stages.
   *
   * @param graph graph, not yet started
   * @param processors processors of this graph, created with {@link SelectorSource#open}
   * @param prefix prefix of the stages' names; may be empty if the graph has no server
   * @param config limits; those of listening are not used
   * @param arrivals sink for each connection with input, on the connection's processor
   */
  public TcpClient(
      StageGraph graph,
      Processors processors,
      String prefix,
      TcpConfig config,
      Sink<Connection> arrivals) {
    this(graph, processors, prefix, config, null, arrivals);
  }

  /**
   * Declares the stages, and for TLS a pool and a stage that compute handshakes.
   *
   * @param graph graph, not yet started
   * @param processors processors of this graph, created with {@link SelectorSource#open}
   * @param prefix prefix of the stages' names; may be empty if the graph has no server
   * @param config limits; those of listening are not used
   * @param tls TLS settings, or null for plain TCP
   * @param arrivals sink for each connection with input, on the connection's processor
   * @throws IllegalArgumentException if the trust store is unusable, with the reason
   */
  public TcpClient(
      StageGraph graph,
      Processors processors,
      String prefix,
      TcpConfig config,
      TlsClientConfig tls,
      Sink<Connection> arrivals) {
    int queueCapacity = (int) Math.min(Integer.MAX_VALUE, 2L * config.connectionLimit() + 64);
    Stage<ConnectAttempt> connect =
        graph.stage(
            StageConfig.named(prefix + "connect").withQueueCapacity(queueCapacity), processors);
    connect.handledBy(EventHandler.each(ConnectAttempt::look)).listener(new Ending()).pinned();
    this.connectOn = IntStream.range(0, processors.count()).mapToObj(connect::on).toList();
    Tls layer = tls == null ? null : Tls.connecting(graph, processors.count(), prefix, tls);
    this.stages = new TcpStages(graph, processors, prefix, config, layer, () -> {});
    stages.arrivals(arrivals);
  }

  private static final class Ending implements EventListener<ConnectAttempt> {
    @Override
    public void failed(ConnectAttempt attempt, Throwable cause) {
      attempt.failed(cause);
    }

    @Override
    public void shed(ConnectAttempt attempt) {
      attempt.processorEnds();
    }
  }

  /**
   * Starts one attempt to connect. Any thread; does not block.
   *
   * @param address target. Under TLS, its host string is the server name (SNI) that the server's
   *     certificate must match; {@link java.net.InetAddress#getByAddress(String, byte[])} gives an
   *     address any name
   * @param timeout time-out of the attempt, with its handshake
   * @param listener receives the outcome if the attempt is accepted; otherwise it is not called
   * @return acceptance, or the reason why no attempt is made
   */
  public EnqueueResult connect(
      InetSocketAddress address, Duration timeout, ConnectListener listener) {
    Limit.positive("connect timeout", timeout);
    int processor = Math.floorMod(next.getAndIncrement(), stages.processorCount());
    Sink<ConnectAttempt> connect = connectOn.get(processor);
    return connect.enqueue(
        new ConnectAttempt(stages, connect, processor, address, timeout, listener));
  }

  /** Returns the current figures. Any thread. */
  public TcpStatistics statistics() {
    return stages.statistics();
  }

  /** Returns a weakly consistent view of the open connections. */
  public Iterable<Connection> connections() {
    return stages.connections();
  }
}
