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
 * What the connections of one server or client have in common: the stages {@code read} and {@code
 * write}, buffers, the limit, the figures. Any thread may call it, but for {@link #scratch}.
 *
 * <p>An event of the stages is a connection that wants to be looked at, and each connection is in
 * each queue once at most, and in that of {@code write} once more if other threads have called; so
 * queues of the connection limit's size don't refuse. If one does all the same, because of its
 * admission controller, the connection asks again.
 */
final class TcpStages {
  private static final int GATHERED_BUFFERS = 16;
  private static final int FREE_BUFFERS = 256;
  private static final int FREE_WRITE_QUEUES = 256;

  /** What the connections of one processor share. */
  static final class Scratch {
    final BufferPool buffers;
    final ByteBuffer[] gather = new ByteBuffer[GATHERED_BUFFERS];
    ReadPace pace;

    /** Those that no connection uses: most have nothing to write. */
    private final ArrayDeque<WriteQueue> writeQueues = new ArrayDeque<>();

    /** How many connections were ready to be read at once, of late. */
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

    /** So many are read from now. A crowd is forgotten slowly, for it mostly comes back. */
    void reading(int connections) {
      crowd = Math.max(connections, crowd - 1);
    }

    /** True if one connection at a time is read from. */
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
   * @param tls null to send bytes as they are
   * @param slotFreed called whenever a connection has closed, on whichever thread that was
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
    // connections closed but still queued come on top of those that are open
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
    // what belongs to a connection is done on the processor on which it lives
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

  /** Says how long the handshakes of accepted connections may take, if they have any. */
  void limitHandshakes(Duration timeout) {
    handshakeTimeout = timeout;
  }

  /** Says which sink gets the connections that have input. */
  void arrivals(Sink<Connection> sink) {
    arrivals = sink;
  }

  /** Holds the rate of all reads together; before the graph starts. */
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

  /** Has connections begin without TLS, and begin it when they are asked to. */
  void beginTlsLater() {
    tlsLater = true;
  }

  boolean hasTlsLater() {
    return tls != null && tlsLater;
  }

  /** How a connection's bytes get to its socket at first. On its processor. */
  Transport transport(Connection connection) throws IOException {
    return tls == null || tlsLater
        ? new Transport.Plain(connection.channel())
        : tlsTransport(connection);
  }

  /** The same under TLS. */
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

  /** Of sides whose connections live on the calling processor. */
  Sink<WriteTurn> write() {
    return write;
  }

  /** The same for any thread. */
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

  /** Claims one of the connections that the limit allows; false if there is none left. */
  boolean takeSlot() {
    return admission.takeSlot();
  }

  boolean hasSlot() {
    return admission.hasSlot();
  }

  /** Gives back a slot that has come to nothing. */
  void giveSlot() {
    admission.giveSlot();
  }

  /** There is a connection, which has a slot. */
  void opened(Connection connection) {
    opened.incrementAndGet();
    connections.add(connection);
  }

  void closed(Connection connection) {
    connections.remove(connection);
    closed.incrementAndGet();
    admission.left(connection.use());
    slotFreed.run();
  }
}
