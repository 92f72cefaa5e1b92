package seda.netio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;
import seda.kernel.Processors;

/** A UDP port. It lives on one processor; its public methods are thread-safe and do not block. */
public final class UdpPort implements SelectorSource.Registered, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(UdpPort.class);
  private static final Duration RETRY = Duration.ofMillis(10);
  private static final int DATAGRAMS_PER_TURN = 64;

  private final UdpPorts ports;
  private final DatagramChannel channel;
  private final InetSocketAddress address;
  private final int processor;
  private final ArrayDeque<Datagram> waiting = new ArrayDeque<>();
  private SelectionKey key;
  private boolean queued;

  UdpPort(UdpPorts ports, DatagramChannel channel, InetSocketAddress address, int processor) {
    this.ports = ports;
    this.channel = channel;
    this.address = address;
    this.processor = processor;
  }

  /** Returns the address with its actual port. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Sends a datagram after those accepted before.
   *
   * @param bytes content from position to limit; must not change afterwards
   * @return acceptance of the attempt; if rejected, nothing is sent
   */
  public EnqueueResult send(InetSocketAddress remote, ByteBuffer bytes) {
    return ports.writeOn(processor).enqueue(new Datagram(this, remote, bytes));
  }

  /** Closes the port. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      log.debug("closing the port {} failed", address, e);
    }
    ports
        .readOn(processor)
        .enqueue(this); // the selector must deregister it before the socket disappears
  }

  // ---- on its processor

  @Override
  public void ready(int operations) {
    if ((operations & SelectionKey.OP_WRITE) != 0) {
      sendWaiting();
    }
    if ((operations & SelectionKey.OP_READ) != 0 && !queued) {
      look();
    }
  }

  private void look() {
    queued = ports.readOn(processor).enqueue(this).accepted();
    if (!queued && key.isValid()) {
      key.interestOpsAnd(~SelectionKey.OP_READ);
      Processors.current().schedule(RETRY, this::listen);
    }
  }

  private void listen() {
    if (key.isValid()) {
      key.interestOpsOr(SelectionKey.OP_READ);
    }
  }

  @Override
  public void processorEnds() {
    ports.unsent(waiting.size());
    waiting.clear();
    close();
  }

  /** Handles the port in the read stage; the first call registers it. */
  void read() throws IOException {
    queued = false;
    if (!channel.isOpen()) {
      ports.unsent(waiting.size());
      waiting.clear();
      return;
    }
    register();
    ByteBuffer buffer = ports.scratch(processor);
    for (int i = 0; i < DATAGRAMS_PER_TURN; i++) {
      buffer.clear();
      InetSocketAddress remote = (InetSocketAddress) channel.receive(buffer);
      if (remote == null) {
        return;
      }
      buffer.flip();
      ByteBuffer bytes = ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
      ports.arrived(new Datagram(this, remote, bytes));
    }
  }

  private void register() throws IOException {
    if (key == null) {
      key = SelectorSource.of(Processors.current()).register(channel, SelectionKey.OP_READ, this);
    }
  }

  /** Handles a datagram in the write stage. */
  void write(Datagram datagram) throws IOException {
    if (waiting.size() >= ports.capacity() || !channel.isOpen()) {
      ports.unsent(1);
      return;
    }
    waiting.add(datagram);
    if (waiting.size() == 1) {
      register();
      sendWaiting();
    }
  }

  private void sendWaiting() {
    while (!waiting.isEmpty()) {
      Datagram first = waiting.peek();
      try {
        if (channel.send(first.bytes(), first.remote()) == 0 && first.bytes().hasRemaining()) {
          key.interestOpsOr(SelectionKey.OP_WRITE);
          return;
        }
        ports.sent();
      } catch (IOException | RuntimeException e) { // too large, unresolved, unreachable
        log.debug("sending to {} failed", first.remote(), e);
        ports.unsent(1);
      }
      waiting.remove();
    }
    if (key.isValid()) {
      key.interestOpsAnd(~SelectionKey.OP_WRITE);
    }
  }
}
