package benchmarks.gnutella;

import gnutella.protocol.Guid;
import gnutella.protocol.Message;
import gnutella.protocol.Packet;
import gnutella.protocol.QueryHits;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The packets of a router's peers: 55 % pongs, 22 % pings, 15 % queries, 6 % hits and 2 % pushes.
 * Each ping and query is new; pongs and hits answer older ones of another peer; pushes go to peers
 * that answered. Not thread-safe.
 */
final class PacketMix {
  static final int LONGEST = 200;

  private static final int TTL = 5;

  /** In packets of all peers: with a thousand peers, a shorter lag would overtake the requests. */
  private static final int LAG = 500_000;

  private static final long PING = 1L << 60;
  private static final long QUERY = 2L << 60;
  private static final long PUSH = 3L << 60;
  private static final long SERVENT = 4L << 60;
  private static final int SERVENT_OF_HITS = 16;

  private final SplittableRandom random = new SplittableRandom(18);
  private final int mostLag;
  private final long[] pings;
  private final long[] queries;
  private long pushes;
  private final byte[] ping = bytes(new Message.Ping());
  private final byte[] pong = bytes(new Message.Pong(6346, 0x0a000001, 120, 48_000, ""));
  private final byte[] query = bytes(new Message.Query(0, "storm over the sea"));
  private final byte[] push = bytes(new Message.Push(new Guid(0, 0), 1, 0x0a000001, 6346, ""));
  private final byte[] hits =
      bytes(
          new QueryHits(
              6346,
              0x0a000001,
              1000,
              List.of(
                  new QueryHits.Result(1, 4_000_000, "storm over the sea.ogg", ""),
                  new QueryHits.Result(2, 3_000_000, "storm over the sea (2).ogg", "")),
              "",
              new Guid(0, 0)));

  PacketMix(int peers) {
    mostLag = LAG / peers;
    pings = new long[peers];
    queries = new long[peers];
  }

  static byte[] bytes(Message message) {
    return message.packet(new Guid(0, 0), TTL, 1).toBytes();
  }

  void next(int peer, ByteBuffer to) {
    int draw = random.nextInt(100);
    int other = draw < 55 || draw >= 92 ? another(peer) : peer;
    if (draw < 55) {
      put(to, pong, PING | other, earlier(pings[other]));
    } else if (draw < 77) {
      put(to, ping, PING | peer, pings[peer]++);
    } else if (draw < 92) {
      put(to, query, QUERY | peer, queries[peer]++);
    } else if (draw < 98) {
      put(to, hits, QUERY | other, earlier(queries[other]));
      to.putLong(to.position() - SERVENT_OF_HITS, SERVENT | peer);
    } else {
      int payload = to.position() + Packet.HEADER_BYTES;
      put(to, push, PUSH | peer, pushes++);
      to.putLong(payload, SERVENT | other);
    }
  }

  private static void put(ByteBuffer to, byte[] packet, long high, long low) {
    int start = to.position();
    to.put(packet).putLong(start, high).putLong(start + 8, low);
  }

  private int another(int peer) {
    int other = random.nextInt(pings.length - 1);
    return other < peer ? other : other + 1;
  }

  /** A packet that has left all buffers, and whose route the router still remembers. */
  private long earlier(long sent) {
    return Math.max(0, sent - 1 - Math.min(mostLag, sent / 2));
  }
}
