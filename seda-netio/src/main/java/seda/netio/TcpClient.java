package seda.netio;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * Makes TCP connections, as they are or under TLS, as three stages on processors: {@code connect},
 * {@code read} and {@code write}. What it makes are {@link Connection}s like those of a {@link
 * TcpServer}, and spread over the processors like those; the same sink may serve both. It has no
 * thread of its own.
 */
public final class TcpClient {
  private final TcpStages stages;
  private final List<Sink<ConnectAttempt>> connectOn;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Declares the stages.
   *
   * @param processors of this graph, made with {@link SelectorSource#open}
   * @param prefix of the stages' names; may be empty if the graph has no server
   * @param config of which what concerns listening is not used
   * @param arrivals gets each connection that has input, on the connection's processor
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
   * Declares the stages, and for TLS a pool and a stage that computes handshakes.
   *
   * @param processors of this graph, made with {@link SelectorSource#open}
   * @param prefix of the stages' names; may be empty if the graph has no server
   * @param config of which what concerns listening is not used
   * @param tls null to send bytes as they are
   * @param arrivals gets each connection that has input, on the connection's processor
   * @throws IllegalArgumentException if the trust store can't be used, saying why
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
   * Connects, once. Any thread; doesn't block.
   *
   * @param address whose host string is, under TLS, the name that is asked for (SNI) and that the
   *     server's certificate must be for; {@link java.net.InetAddress#getByAddress(String, byte[])}
   *     gives an address any name
   * @param timeout after which the attempt, with its handshake, has failed
   * @param listener told of the outcome, if this attempt was accepted, and otherwise not called
   */
  public EnqueueResult connect(
      InetSocketAddress address, Duration timeout, ConnectListener listener) {
    Limit.positive("connect timeout", timeout);
    int processor = Math.floorMod(next.getAndIncrement(), stages.processorCount());
    Sink<ConnectAttempt> connect = connectOn.get(processor);
    return connect.enqueue(
        new ConnectAttempt(stages, connect, processor, address, timeout, listener));
  }

  /** Figures now. */
  public TcpStatistics statistics() {
    return stages.statistics();
  }

  /** The connections that are open, approximately; each is only for its own processor. */
  public Iterable<Connection> connections() {
    return stages.connections();
  }
}
