package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.Timers;
import seda.kernel.graph.StageGraph;

/**
 * Resources shared by the connections of one server or client: the stages {@code read} and {@code
 * write}, buffers, limits and figures. Thread-safe, except {@link #scratch}.
 *
 * <p>An event of the stages is a connection with work. Each connection is in each queue at most
 * once, and in that of {@code write} once more for calls from other threads. So queues of the
 * connection limit's size do not overflow. If an admission controller rejects an event, the
 * connection retries.
 */
final class TcpStages {
  private static final int GATHERED_BUFFERS = 16;
  private static final int FREE_BUFFERS = 256;
  private static final int FREE_WRITE_QUEUES = 256;

  /** Resources shared by the connections of one processor. */
  static final class Scratch {
    final BufferPool buffers;
    final ByteBuffer[] gather = new ByteBuffer[GATHERED_BUFFERS];
    ReadPace pace;

    /** Unused queues: most connections have nothing to write. */
    private final ArrayDeque<WriteQueue> writeQueues = new ArrayDeque<>();

    /** Recent maximum of the number of connections read in one batch. */
    private int crowd;

    Scratch(int readBufferBytes, ReadPace pace) {
      this.buffers = new BufferPool(readBufferBytes, FREE_BUFFERS);
      this.pace = pace;
    }

    WriteQueue takeWriteQueue() {
      WriteQueue queue = writeQueues.pollLast();
      return queue == null ? new WriteQueue() : queue;
    }

    /** Takes back a queue that is {@linkplain WriteQueue#isDone done}. */
    void giveWriteQueue(WriteQueue queue) {
      if (writeQueues.size() < FREE_WRITE_QUEUES) {
        writeQueues.addLast(queue);
      }
    }

    /**
     * Records the number of connections in a batch. The maximum decays slowly, because load often
     * returns.
     */
    void reading(int connections) {
      crowd = Math.max(connections, crowd - 1);
    }

    /** True if batches have held at most one connection. */
    boolean readsOne() {
      return crowd <= 1;
    }
  }

  private final TcpConfig config;
  private final Clock clock;
  private final Timers timers;
  private final Runnable slotFreed;
  private final Tls tls;
  private final List<Scratch> scratch;
  private final Stage<Connection> read;
  private final Stage<WriteTurn> write;
  private final List<Sink<Connection>> readOn;
  private final List<Sink<WriteTurn>> writeOn;

  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final ConnectionAdmission admission;
  private final AtomicLong opened = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();
  private Duration handshakeTimeout;
  private boolean tlsLater;
  private Sink<Connection> arrivals;

  /**
   * Declares the stages.
   *
   * @param tls TLS, or null for plain TCP
   * @param slotFreed called on any thread when a connection has closed
   */
  TcpStages(
      StageGraph graph,
      Processors processors,
      String prefix,
      TcpConfig config,
      Tls tls,
      Runnable slotFreed) {
    this.config = config;
    this.clock = graph.clock();
    this.timers = graph.timers();
    this.slotFreed = slotFreed;
    this.admission = new ConnectionAdmission(config.connectionLimits(), clock, processors.count());
    // room for closed connections that are still queued
    int queueCapacity = (int) Math.min(Integer.MAX_VALUE, 2L * config.connectionLimit() + 64);
    int writeCapacity = (int) Math.min(Integer.MAX_VALUE, 2L * queueCapacity);
    this.tls = tls;
    int readBytes = Math.max(config.readBufferBytes(), tls == null ? 0 : tls.plainBytes());
    this.scratch =
        IntStream.range(0, processors.count())
            .mapToObj(i -> new Scratch(readBytes, pace(Double.POSITIVE_INFINITY)))
            .toList();
    this.read =
        graph.stage(
            StageConfig.named(prefix + "read")
                .withQueueCapacity(queueCapacity)
                .withBatchSize(config.readBatch()),
            processors);
    this.write =
        graph.outboundStage(
            StageConfig.named(prefix + "write").withQueueCapacity(writeCapacity), processors);
    // a connection's work runs on its processor
    read.handledBy(this::read).listener(TcpServer.closingOnFailure()).pinned();
    write.handledBy(EventHandler.each(WriteTurn::take)).listener(new ClosingOnFailure()).pinned();
    this.readOn = IntStream.range(0, processors.count()).mapToObj(read::on).toList();
    this.writeOn = IntStream.range(0, processors.count()).mapToObj(write::on).toList();
  }

  private static final class ClosingOnFailure implements EventListener<WriteTurn> {
    @Override
    public void failed(WriteTurn turn, Throwable cause) {
      turn.connection().close(cause);
    }

    @Override
    public void shed(WriteTurn turn) {
      // the graph stops; the connection ends with its processor
    }
  }

  private void read(Batch<Connection> ready) throws IOException {
    scratch(Processors.current().index()).reading(ready.remaining());
    while (ready.hasNext()) {
      ready.next().read();
    }
  }

  /** Sets the time-out of handshakes of accepted connections. */
  void limitHandshakes(Duration timeout) {
    handshakeTimeout = timeout;
  }

  /** Sets the sink for connections with input. */
  void arrivals(Sink<Connection> sink) {
    arrivals = sink;
  }

  /** Limits the rate of reads, before the graph starts. */
  void readRate(double perSecond) {
    scratch.forEach(each -> each.pace = pace(perSecond / scratch.size()));
  }

  private ReadPace pace(double readsPerSecond) {
    return new ReadPace(clock, readsPerSecond);
  }

  ConnectionAdmission admission() {
    return admission;
  }

  TcpConfig config() {
    return config;
  }

  /** Lets connections start without TLS. */
  void beginTlsLater() {
    tlsLater = true;
  }

  boolean hasTlsLater() {
    return tls != null && tlsLater;
  }

  /** Creates the initial transport of a connection. On its processor. */
  Transport transport(Connection connection) throws IOException {
    return tls == null || tlsLater
        ? new Transport.Plain(connection.channel())
        : tlsTransport(connection);
  }

  /** Creates the TLS transport of a connection. On its processor. */
  Transport tlsTransport(Connection connection) throws IOException {
    Sink<Connection> readStage = readOn(connection.processor());
    return tls.transport(
        connection.channel(),
        connection.remote(),
        connection.processor(),
        () -> readStage.enqueue(connection));
  }

  Duration handshakeTimeout() {
    return handshakeTimeout;
  }

  Clock clock() {
    return clock;
  }

  Timers timers() {
    return timers;
  }

  int processorCount() {
    return scratch.size();
  }

  Scratch scratch(int processor) {
    return scratch.get(processor);
  }

  Sink<Connection> readOn(int processor) {
    return readOn.get(processor);
  }

  Sink<Connection> read() {
    return read;
  }

  /** Returns the sink for connections of the calling processor. */
  Sink<WriteTurn> write() {
    return write;
  }

  /** Returns the sink for connections of a processor. Any thread. */
  Sink<WriteTurn> writeOn(int processor) {
    return writeOn.get(processor);
  }

  Sink<Connection> arrivals() {
    return arrivals;
  }

  Iterable<Connection> connections() {
    return connections;
  }

  TcpStatistics statistics() {
    long closedNow = closed.get();
    long openedNow = opened.get();
    int inUse = scratch.stream().mapToInt(each -> each.buffers.taken()).sum();
    inUse += tls == null ? 0 : tls.buffersInUse();
    return new TcpStatistics(
        openedNow - closedNow,
        openedNow,
        closedNow,
        admission.evicted(),
        admission.refusedConnections(),
        inUse);
  }

  /** Takes a slot; false if the limit is reached. */
  boolean takeSlot() {
    return admission.takeSlot();
  }

  boolean hasSlot() {
    return admission.hasSlot();
  }

  void giveSlot() {
    admission.giveSlot();
  }

  /** Counts a connection that has a slot. */
  void opened(Connection connection) {
    opened.incrementAndGet();
    admission.entered();
    connections.add(connection);
  }

  void closed(Connection connection) {
    connections.remove(connection);
    closed.incrementAndGet();
    admission.left(connection.use());
    slotFreed.run();
  }
}
