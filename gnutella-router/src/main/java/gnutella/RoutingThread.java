package gnutella;

import gnutella.protocol.Packet;
import gnutella.protocol.PacketDecoder;
import gnutella.routing.Neighbour;
import gnutella.routing.Prefetch;
import gnutella.routing.Router;
import gnutella.routing.Traffic;
import gnutella.routing.Verdict;
import java.nio.ByteBuffer;

/** A thread's state for routing packets in small groups. Confined to one thread. */
final class RoutingThread {
  /** About the number of cache misses that a core can have outstanding. */
  private static final int AT_A_TIME = 24;

  private final Router router;
  private final Traffic.Tally tally;
  private final Packet[] packets = new Packet[AT_A_TIME];
  private final Prefetch prefetch;

  RoutingThread(Router router, Traffic.Tally tally) {
    this.router = router;
    this.tally = tally;
    this.prefetch = router.prefetch(AT_A_TIME);
    for (int i = 0; i < packets.length; i++) {
      packets[i] = new Packet();
    }
  }

  /** Routes the packets in {@code bytes}; true if the last one was a bye, which ends routing. */
  boolean route(PacketDecoder decoder, ByteBuffer bytes, Neighbour from, long now) {
    boolean bye = false;
    int count;
    while (!bye && (count = decoder.next(bytes, packets)) > 0) {
      prefetch.fetch(packets, count, now);
      for (int i = 0; i < count && !bye; i++) {
        Verdict verdict = router.route(packets[i], from, now);
        tally.count(packets[i].type(), verdict, packets[i].length());
        bye = verdict == Verdict.BYE;
      }
    }
    tally.flush();
    return bye;
  }
}
