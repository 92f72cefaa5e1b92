package benchmarks.gnutella;

import gnutella.protocol.Packet;
import gnutella.protocol.Reach;
import gnutella.routing.Neighbour;
import gnutella.routing.QueueLimits;
import gnutella.routing.Router;
import gnutella.routing.RoutingRules;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;

/** The routing alone, in virtual time: five neighbours send the mix while the heap is sampled. */
final class Alone {
  private static final int PEERS = 5;
  private static final double NANOS = 1e9;
  private static final double MB = 1 << 20;

  private static final RoutingRules RULES =
      RoutingRules.defaults().withPings(RoutingRules.Pings.of(0, Duration.ZERO));

  private final Router router = new Router(RULES, PEERS, new Random(5));
  private final PacketMix mix = new PacketMix(PEERS);
  private final List<Bystander> peers = new ArrayList<>();
  private final ByteBuffer bytes = ByteBuffer.allocate(PacketMix.LONGEST);
  private final Packet packet = new Packet();
  private final String title;
  private double now;
  private long routed;

  /** Samples of the heap, the routed packets, and real time without the sampling. */
  record Result(
      String title, List<Double> heapMb, long packets, double seconds, boolean slowGivenUp) {}

  /** Five neighbours with queues of these limits; the first may be one that never reads. */
  Alone(String title, QueueLimits limits, boolean oneIsSlow) {
    this.title = title;
    for (int i = 0; i < PEERS; i++) {
      Bystander peer = new Bystander(limits, i > 0 || !oneIsSlow);
      router.join(peer);
      peers.add(peer);
    }
  }

  /** Routes packets at a rate of virtual time, and samples the heap at even distances. */
  Result run(long packets, double perSecond, int looks, IntConsumer eachLook) {
    List<Double> heap = new ArrayList<>();
    long nanos = 0;
    for (int look = 0; look < looks; look++) {
      eachLook.accept(look);
      long start = System.nanoTime();
      for (long i = 0; i < packets / looks; i++) {
        now += NANOS / perSecond;
        route((int) (i % PEERS));
      }
      nanos += System.nanoTime() - start;
      heap.add(usedMb());
    }
    return new Result(title, heap, routed, nanos / NANOS, peers.get(0).givenUp);
  }

  private void route(int from) {
    Bystander peer = peers.get(from);
    if (peer.givenUp) {
      router.leave(peer);
      return;
    }
    mix.next(from, bytes.clear());
    router.route(packet.wrap(bytes, 0), peer, (long) now);
    routed++;
  }

  /** Megabytes of this process's heap in use, without garbage. */
  private static double usedMb() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MB;
  }

  /** A neighbour without a socket, which reads everything at once or nothing. */
  private static final class Bystander extends Neighbour {
    private final ByteBuffer taken = ByteBuffer.allocate(128 << 10);
    private final boolean reads;
    private boolean givenUp;

    Bystander(QueueLimits limits, boolean reads) {
      super(limits, false, Reach.GLOBAL);
      this.reads = reads;
    }

    @Override
    protected void drain() {
      queue().answered();
      while (reads && queue().nextLength() > 0) {
        queue().drainTo(taken.clear());
      }
    }

    @Override
    protected void tooSlow() {
      givenUp = true;
    }
  }
}
