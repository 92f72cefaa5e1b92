package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageGraph;

/**
 * What the connections of one server or client have in common: the stages {@code read} and {@code
 * write}, buffers, the limit, the figures. Any thread may call it, but for {@link #scratch}.
 *
 * <p>An event of the stages is a connection that wants to be looked at, and each connection is in
 * each queue once at most; so queues of the connection limit's size don't refuse. If one does all
 * the same, because of its admission controller, the connection asks again.
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
  private final Runnable slotFreed;
  private final Tls tls;
  private final List<Scratch> scratch;
  private final Stage<Connection> read;
  private final Stage<Connection> write;
  private final List<Sink<Connection>> readOn;

  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger slotsTaken = new AtomicInteger();
  private final AtomicLong opened = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();
  private Opening accepting;
  private Duration handshakeTimeout;
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
    this.slotFreed = slotFreed;
    // connections closed but still queued come on top of those that are open
    int queueCapacity = (int) Math.min(Integer.MAX_VALUE, 2L * config.connectionLimit() + 64);
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
            StageConfig.named(prefix + "write").withQueueCapacity(queueCapacity), processors);
    // what belongs to a connection is done on the processor on which it lives
    read.handledBy(this::read).listener(TcpServer.closingOnFailure()).pinned();
    write
        .handledBy(EventHandler.each(Connection::flush))
        .listener(TcpServer.closingOnFailure())
        .pinned();
    this.readOn = IntStream.range(0, processors.count()).mapToObj(read::on).toList();
  }

  private void read(Batch<Connection> ready) throws IOException {
    scratch(Processors.current().index()).reading(ready.remaining());
    while (ready.hasNext()) {
      ready.next().read();
    }
  }

  /**
   * Says what becomes of connections that were accepted.
   *
   * @param timeout of their handshakes, if they have any
   */
  void accepting(Opening opening, Duration timeout) {
    accepting = opening;
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

  TcpConfig config() {
    return config;
  }

  /** How a connection's bytes get to its socket. On its processor. */
  Transport transport(Connection connection) throws IOException {
    if (tls == null) {
      return new Transport.Plain(connection.channel());
    }
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

  Sink<Connection> write() {
    return write;
  }

  Sink<Connection> arrivals() {
    return arrivals;
  }

  Opening accepting() {
    return accepting;
  }

  Iterable<Connection> connections() {
    return connections;
  }

  TcpStatistics statistics() {
    long closedNow = closed.get();
    long openedNow = opened.get();
    int inUse = scratch.stream().mapToInt(each -> each.buffers.taken()).sum();
    inUse += tls == null ? 0 : tls.buffersInUse();
    return new TcpStatistics(openedNow - closedNow, openedNow, closedNow, inUse);
  }

  /** Claims one of the connections that the limit allows; false if there is none left. */
  boolean takeSlot() {
    if (slotsTaken.incrementAndGet() <= config.connectionLimit()) {
      return true;
    }
    slotsTaken.decrementAndGet();
    return false;
  }

  boolean hasSlot() {
    return slotsTaken.get() < config.connectionLimit();
  }

  /** Gives back a slot that has come to nothing. */
  void giveSlot() {
    slotsTaken.decrementAndGet();
  }

  /** There is a connection, which has a slot. */
  void opened(Connection connection) {
    opened.incrementAndGet();
    connections.add(connection);
  }

  void closed(Connection connection) {
    connections.remove(connection);
    closed.incrementAndGet();
    giveSlot();
    slotFreed.run();
  }
}
