package seda.netio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import seda.kernel.EventHandler;
import seda.kernel.Limit;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * UDP as two stages on processors: {@code udp-read} turns received datagrams into events, {@code
 * udp-write} sends events. It has no thread of its own. Thread-safe once declared.
 *
 * <p>A received datagram is offered to the sink once. If the sink rejects it, it is dropped and
 * counted: UDP may lose it anywhere. No datagram is delivered twice.
 */
public final class UdpPorts {
  private static final int LARGEST_DATAGRAM = 1 << 16;

  private final Sink<Datagram> arrivals;
  private final int capacity;
  private final List<ByteBuffer> scratch;
  private final List<Sink<UdpPort>> readOn;
  private final List<Sink<Datagram>> writeOn;
  private final AtomicInteger next = new AtomicInteger();
  private final LongAdder received = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder unsent = new LongAdder();

  /**
   * Declares the stages.
   *
   * @param graph graph, not yet started
   * @param processors processors of this graph, created with {@link SelectorSource#open}
   * @param prefix prefix of the stages' names; may be empty
   * @param capacity datagrams that may wait to be sent, in the stage's queue and again at each port
   * @param arrivals sink for each datagram, on its port's processor
   */
  public UdpPorts(
      StageGraph graph,
      Processors processors,
      String prefix,
      int capacity,
      Sink<Datagram> arrivals) {
    Limit.atLeast("udp capacity", capacity, 1);
    this.arrivals = arrivals;
    this.capacity = capacity;
    this.scratch =
        IntStream.range(0, processors.count())
            .mapToObj(i -> ByteBuffer.allocateDirect(LARGEST_DATAGRAM))
            .toList();
    Stage<UdpPort> read = graph.stage(StageConfig.named(prefix + "udp-read"), processors);
    Stage<Datagram> write =
        graph.outboundStage(
            StageConfig.named(prefix + "udp-write").withQueueCapacity(capacity), processors);
    read.handledBy(EventHandler.each(UdpPort::read)).pinned();
    write.handledBy(EventHandler.each(datagram -> datagram.port().write(datagram))).pinned();
    this.readOn = IntStream.range(0, processors.count()).mapToObj(read::on).toList();
    this.writeOn = IntStream.range(0, processors.count()).mapToObj(write::on).toList();
  }

  /**
   * Opens a port. Call it after the graph has started.
   *
   * @return the port, with the actual number if the given one is 0
   */
  public UdpPort bind(InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.bind(address);
      channel.configureBlocking(false);
      int processor = Math.floorMod(next.getAndIncrement(), scratch.size());
      InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
      UdpPort port = new UdpPort(this, channel, bound, processor);
      if (!readOn.get(processor).enqueue(port).accepted()) {
        throw new IllegalStateException("the graph is not running; start it first");
      }
      return port;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Returns the current figures. Any thread. */
  public UdpStatistics statistics() {
    return new UdpStatistics(received.sum(), sent.sum(), refused.sum(), unsent.sum());
  }

  // ---- for ports

  int capacity() {
    return capacity;
  }

  ByteBuffer scratch(int processor) {
    return scratch.get(processor);
  }

  Sink<UdpPort> readOn(int processor) {
    return readOn.get(processor);
  }

  Sink<Datagram> writeOn(int processor) {
    return writeOn.get(processor);
  }

  void arrived(Datagram datagram) {
    (arrivals.enqueue(datagram).accepted() ? received : refused).increment();
  }

  void sent() {
    sent.increment();
  }

  void unsent(int datagrams) {
    unsent.add(datagrams);
  }
}
