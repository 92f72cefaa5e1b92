package seda.netio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import seda.kernel.EventHandler;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/**
 * TLS for the connections of a server or client: buffers, and the pool that computes handshakes.
 */
final class Tls {
  private static final Duration REREAD = Duration.ofSeconds(10);
  private static final int FREE_BUFFERS = 64;
  private static final int RECORDS_PER_WRITE = 4;

  /** Java's engine fills a record with one byte less than the 2^14 of RFC 8446, 5.1. */
  private static final int RECORD_CONTENT_BYTES = (1 << 14) - 1;

  /** One processor's buffers: encrypted input and output, and plain bytes of files. */
  record Buffers(BufferPool in, BufferPool out, BufferPool plain) {}

  private final Function<InetSocketAddress, SSLEngine> engines;
  private final int plainBytes;
  private final List<Buffers> buffers;
  private final Sink<Runnable> tasks;

  /**
   * Declares the computing stage.
   *
   * @param engines creates the engine of a connection with this peer
   */
  private Tls(
      StageGraph graph,
      int processors,
      String prefix,
      int threads,
      int handshakes,
      Function<InetSocketAddress, SSLEngine> engines) {
    this.engines = engines;
    SSLSession sizes = engines.apply(new InetSocketAddress(0)).getSession();
    int recordBytes = sizes.getPacketBufferSize();
    this.plainBytes = sizes.getApplicationBufferSize();
    this.buffers =
        IntStream.range(0, processors)
            .mapToObj(
                i ->
                    new Buffers(
                        new BufferPool(recordBytes, FREE_BUFFERS),
                        new BufferPool(RECORDS_PER_WRITE * recordBytes, FREE_BUFFERS),
                        new BufferPool(RECORDS_PER_WRITE * RECORD_CONTENT_BYTES, 1)))
            .toList();
    WorkerPool workers = graph.workerPool(prefix + "tls", threads);
    Stage<Runnable> handshake =
        graph.stage(
            StageConfig.named(prefix + "tls-handshake").withQueueCapacity(handshakes), workers);
    handshake.handledBy(EventHandler.each(Runnable::run)).pinned();
    this.tasks = handshake;
  }

  /**
   * Creates TLS for accepted connections.
   *
   * @throws IllegalArgumentException if the key store is unusable, with the reason
   */
  static Tls accepting(StageGraph graph, int processors, String prefix, TlsConfig config) {
    ServerKeys keys = new ServerKeys(config);
    Tls tls =
        new Tls(
            graph,
            processors,
            prefix,
            config.threads(),
            config.handshakes(),
            peer -> keys.engine());
    graph.timers().every(REREAD, () -> tls.tasks.enqueue(keys::rereadIfChanged));
    return tls;
  }

  /**
   * Creates TLS for outgoing connections.
   *
   * @throws IllegalArgumentException if the trust store is unusable, with the reason
   */
  static Tls connecting(StageGraph graph, int processors, String prefix, TlsClientConfig config) {
    ClientTrust trust = new ClientTrust(config);
    return new Tls(graph, processors, prefix, config.threads(), config.handshakes(), trust::engine);
  }

  /** Returns the least size of a read buffer: a record is decrypted as a whole. */
  int plainBytes() {
    return plainBytes;
  }

  /** Returns the number of encrypted buffers in use. */
  int buffersInUse() {
    return buffers.stream().mapToInt(each -> each.in().taken() + each.out().taken()).sum();
  }

  /**
   * Creates the transport of a connection.
   *
   * @param computed called by a worker when a handshake's computation has ended
   */
  Transport transport(
      SocketChannel channel, InetSocketAddress peer, int processor, Runnable computed)
      throws IOException {
    SSLEngine engine = engines.apply(peer);
    engine.beginHandshake();
    return new TlsTransport(engine, channel, buffers.get(processor), tasks, computed);
  }
}
