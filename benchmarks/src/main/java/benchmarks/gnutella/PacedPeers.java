package benchmarks.gnutella;

import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.PacketDecoder;
import gnutella.protocol.PacketType;
import gnutella.protocol.PayloadLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Two peers of a router: one sends queries and pings at a steady rate, and the other receives them.
 * An id holds the intended time of its packet, so the delay of a sender counts as latency.
 */
final class PacedPeers implements AutoCloseable {
  private static final long KIND = 6L << 60;
  private static final int QUERY_PERCENT = 15;
  private static final long PAUSE_NANOS = 200_000;
  private static final int DIGITS = 3;

  private final SocketChannel sender;
  private final SocketChannel receiver;
  private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 20).limit(0);
  private final ByteBuffer in = ByteBuffer.allocateDirect(64 << 10);
  private final PacketDecoder decoder = new PacketDecoder(PayloadLimits.defaults());
  private final Packet packet = new Packet();
  private final byte[] query = PacketMix.bytes(new Message.Query(0, "storm over the sea"));
  private final byte[] ping = PacketMix.bytes(new Message.Ping());
  private final Histogram queries = new Histogram(DIGITS);
  private final Histogram others = new Histogram(DIGITS);

  /** 90th percentiles from the intended time of a packet to its arrival; queries a second. */
  record Latencies(double queryMillis, double otherMillis, double queriesCame) {}

  PacedPeers(InetSocketAddress router) throws IOException {
    sender = PeerSwarm.connect(router, true);
    receiver = PeerSwarm.connect(router, true);
    sender.configureBlocking(false);
    receiver.configureBlocking(false);
  }

  /** Sends and receives for that time. */
  Latencies run(int perSecond, Duration time) throws IOException {
    long start = System.nanoTime();
    long end = start + time.toNanos();
    long sent = 0;
    for (long now = start; now - end < 0; now = System.nanoTime()) {
      out.compact();
      long due = (long) ((now - start) / 1e9 * perSecond);
      while (sent < due && out.remaining() >= query.length) {
        long at = start + (long) (sent * 1e9 / perSecond);
        int where = out.position();
        out.put(sent % 100 * QUERY_PERCENT % 100 < QUERY_PERCENT ? query : ping);
        out.putLong(where, KIND).putLong(where + Long.BYTES, at);
        sent++;
      }
      sender.write(out.flip());
      read(sender);
      while (read(receiver)) {
        record();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    double seconds = time.toNanos() / 1e9;
    return new Latencies(
        Figures.millis(queries, 90), Figures.millis(others, 90), queries.getTotalCount() / seconds);
  }

  private boolean read(SocketChannel from) throws IOException {
    int n = from.read(in.clear());
    BenchmarkException.require(n >= 0, "the router has closed a peer");
    in.flip();
    return n > 0;
  }

  private void record() {
    long now = System.nanoTime();
    while (decoder.next(in, packet)) {
      if (packet.guidHigh() == KIND) {
        Histogram histogram = packet.type() == PacketType.QUERY ? queries : others;
        histogram.recordValue(Math.max(0, now - packet.guidLow()));
      }
    }
  }

  @Override
  public void close() throws IOException {
    sender.close();
    receiver.close();
  }
}
