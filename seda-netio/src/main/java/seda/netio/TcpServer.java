package seda.netio;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import seda.kernel.Clock;
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
 *
 * <p>An event of {@code read} and {@code write} is a connection that wants to be looked at, and
 * each connection is in each queue once at most; so queues of the connection limit's size don't
 * refuse. If one does all the same, because of its admission controller, the connection asks again.
 */
public final class TcpServer implements AutoCloseable {
  private static final int GATHERED_BUFFERS = 16;
  private static final int FREE_BUFFERS = 256;

  /** What the connections of one processor share. */
  static final class Scratch {
    final BufferPool buffers;
    final ByteBuffer[] gather = new ByteBuffer[GATHERED_BUFFERS];

    Scratch(int readBufferBytes) {
      this.buffers = new BufferPool(readBufferBytes, FREE_BUFFERS);
    }
  }

  private final TcpConfig config;
  private final Clock clock;
  private final List<Scratch> scratch;
  private final Stage<TcpListener> listen;
  private final Stage<Connection> read;
  private final Stage<Connection> write;
  private final List<Sink<TcpListener>> listenOn;
  private final List<Sink<Connection>> readOn;

  private final List<TcpListener> listeners = new CopyOnWriteArrayList<>();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger slotsTaken = new AtomicInteger();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();
  private final AtomicInteger nextListener = new AtomicInteger();
  private Function<Connection, ConnectionListener> protocol;
  private Sink<Connection> arrivals;

  /**
   * Declares the stages.
   *
   * @param processors of this graph, made with {@link SelectorSource#open}
   * @param prefix of the stages' names, for the second server in a graph; may be empty
   */
  public TcpServer(StageGraph graph, Processors processors, String prefix, TcpConfig config) {
    this.config = config;
    this.clock = graph.clock();
    // connections closed but still queued come on top of those that are open
    int queueCapacity = (int) Math.min(Integer.MAX_VALUE, 2L * config.connectionLimit() + 64);
    this.scratch =
        IntStream.range(0, processors.count())
            .mapToObj(i -> new Scratch(config.readBufferBytes()))
            .toList();
    this.listen = graph.stage(StageConfig.named(prefix + "listen"), processors);
    this.read =
        graph.stage(
            StageConfig.named(prefix + "read").withQueueCapacity(queueCapacity), processors);
    this.write =
        graph.outboundStage(
            StageConfig.named(prefix + "write").withQueueCapacity(queueCapacity), processors);
    // what belongs to a connection is done on the processor on which it lives
    listen.handledBy(EventHandler.each(TcpListener::accept)).pinned();
    read.handledBy(EventHandler.each(Connection::read)).listener(closingOnFailure()).pinned();
    write.handledBy(EventHandler.each(Connection::flush)).listener(closingOnFailure()).pinned();
    this.listenOn = IntStream.range(0, processors.count()).mapToObj(listen::on).toList();
    this.readOn = IntStream.range(0, processors.count()).mapToObj(read::on).toList();
  }

  /**
   * Closes, and thereby counts, a connection on which a stage failed, or which it left unopened.
   */
  public static EventListener<Connection> closingOnFailure() {
    return new EventListener<>() {
      @Override
      public void failed(Connection connection, Throwable cause) {
        connection.close();
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
    this.protocol = protocol;
    this.arrivals = arrivals;
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
      int processor = Math.floorMod(nextListener.getAndIncrement(), scratch.size());
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
    if (address.isUnresolved()) {
      throw new BindException("can't listen on " + address + ": unknown host");
    }
    try {
      channel.bind(address, config.backlog());
    } catch (IOException e) {
      BindException clear = new BindException("can't listen on " + address + ": " + e.getMessage());
      clear.initCause(e);
      throw clear;
    }
  }

  /** Figures now. */
  public TcpStatistics statistics() {
    long closedNow = closed.get();
    long acceptedNow = accepted.get();
    int inUse = scratch.stream().mapToInt(each -> each.buffers.taken()).sum();
    return new TcpStatistics(acceptedNow - closedNow, acceptedNow, closedNow, inUse);
  }

  /** The connections that are open, approximately; each is only for its own processor. */
  public Iterable<Connection> connections() {
    return connections;
  }

  /** Listens no more; connections that are open go on. */
  @Override
  public void close() {
    listeners.forEach(TcpListener::close);
  }

  // ---- for listeners and connections

  TcpConfig config() {
    return config;
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

  Sink<TcpListener> listenStage(int processor) {
    return listenOn.get(processor);
  }

  Sink<Connection> readStage(int processor) {
    return readOn.get(processor);
  }

  Sink<Connection> readStage() {
    return read;
  }

  Sink<Connection> writeStage() {
    return write;
  }

  Sink<Connection> arrivals() {
    return arrivals;
  }

  ConnectionListener open(Connection connection) {
    return protocol.apply(connection);
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

  /** Gives back a slot; on the listener's own behalf, so nobody needs to be told. */
  void giveSlot() {
    slotsTaken.decrementAndGet();
  }

  void accepted(Connection connection) {
    accepted.incrementAndGet();
    connections.add(connection);
  }

  void closed(Connection connection) {
    connections.remove(connection);
    closed.incrementAndGet();
    slotsTaken.decrementAndGet();
    for (TcpListener listener : listeners) {
      listener.slotFreed();
    }
  }

  void removed(TcpListener listener) {
    listeners.remove(listener);
  }
}
