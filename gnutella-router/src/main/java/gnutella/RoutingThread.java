package gnutella;

import gnutella.protocol.Packet;
import gnutella.protocol.PacketDecoder;
import gnutella.routing.Neighbour;
import gnutella.routing.Prefetch;
import gnutella.routing.Router;
import gnutella.routing.Traffic;
import gnutella.routing.Verdict;
import java.nio.ByteBuffer;

/** What a thread needs to route packets, a few at a time. Of one thread. */
final class RoutingThread {
  /** About as many misses as a core can have outstanding. */
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

  /** Routes the packets in these bytes; true if one of them, then the last, was a bye. */
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
