package gnutella.routing;

import gnutella.protocol.Host;
import gnutella.protocol.Packet;
import gnutella.protocol.Reach;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Recently seen hosts, from which pings are answered instead of broadcast. Keeps one pong per host,
 * with its extensions. The hash of a host's address selects a slot and replaces its content. This
 * bounds memory and mixes hosts from everywhere. Any thread; each slot has its own lock.
 *
 * <p>RFC-Gnutella 0.6, §2.2.4.1.
 */
public final class PongCache {
  private static final int TTL_OF_ANSWER = 7;
  private static final int LONGEST = Packet.HEADER_BYTES + 256;

  private final Place[] places;
  private final long maxAgeNanos;

  private static final class Place {
    private final Packet packet = new Packet();
    private byte[] bytes = {};
    private ByteBuffer buffer;
    private int length;
    private long since;
    private int from;
    private Reach reach;
  }

  /** Creates an empty cache with limits of hosts and age. */
  public PongCache(int capacity, long maxAgeNanos) {
    if (capacity < 1 || maxAgeNanos < 1) {
      throw new IllegalArgumentException("pong-cache: size and age must be above 0");
    }
    this.maxAgeNanos = maxAgeNanos;
    places = new Place[capacity];
    for (int i = 0; i < capacity; i++) {
      places[i] = new Place();
    }
  }

  /** Stores a copy of a neighbour's pong; skips one with long extensions. */
  public void put(Packet pong, Neighbour from, long now) {
    int length = pong.length();
    if (length > LONGEST || pong.hops() >= TTL_OF_ANSWER) {
      return;
    }
    int hash = pong.payloadInt(2) * 31 + pong.payloadShort(0);
    Place place = places[Math.floorMod(hash * 0x9e3779b9, places.length)];
    synchronized (place) {
      if (place.bytes.length < length) {
        place.bytes = new byte[length];
        place.buffer = ByteBuffer.wrap(place.bytes);
      }
      pong.copyTo(place.bytes, 0);
      place.length = length;
      place.since = now;
      place.from = from.number();
      place.reach = from.reach();
    }
  }

  /**
   * Answers a ping with pongs that came from other neighbours.
   *
   * @param ping its id and hops are used for the pongs
   * @param most maximum number of pongs
   * @return number of pongs sent
   */
  public int answer(Packet ping, Neighbour to, int most, long now) {
    int answered = 0;
    int start = Math.floorMod((int) ping.guidLow() >>> 8, places.length);
    for (int i = 0; i < places.length && answered < most; i++) {
      Place place = places[(start + i) % places.length];
      synchronized (place) {
        if (isFresh(place, now) && place.from != to.number()) {
          int hops = (place.bytes[Packet.HOPS_OFFSET] & 0xff) + 1;
          int ttl = TTL_OF_ANSWER - hops;
          if (ttl >= ping.hops() && ttl > 0) {
            place.buffer.putLong(0, ping.guidHigh()).putLong(8, ping.guidLow());
            to.send(place.packet.wrap(place.buffer, 0), ttl, hops);
            answered++;
          }
        }
      }
    }
    return answered;
  }

  private boolean isFresh(Place place, long now) {
    return place.length > 0 && now - place.since <= maxAgeNanos;
  }

  /** The cached hosts, except those that their source may not name. */
  public List<Host> hosts(long now) {
    List<Host> hosts = new ArrayList<>();
    for (Place place : places) {
      synchronized (place) {
        if (isFresh(place, now)) {
          int port = Short.reverseBytes(place.buffer.getShort(Packet.HEADER_BYTES)) & 0xffff;
          int address = place.buffer.getInt(Packet.HEADER_BYTES + 2);
          Host host = new Host(address, port);
          if (port > 0 && place.reach.mayName(host)) {
            hosts.add(host);
          }
        }
      }
    }
    return hosts;
  }
}
