package seda.netio.http;

import java.nio.ByteBuffer;

/**
 * Caches parsed requests by their bytes, because browsers of one kind send identical requests for a
 * page. Not thread-safe.
 *
 * <p>Only requests that arrived in one piece, alone and without a body are cached, so that the same
 * bytes have the same meaning independent of earlier bytes. Each request maps to one slot. It takes
 * the slot when it arrives twice without a hit of the slot's current request in between. So unique
 * requests cost a hash, and frequent ones stay.
 */
final class KnownRequests {
  private static final int MAX_BYTES = 1 << 10;
  private static final long MIX = 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio

  private static final class Place {
    private HttpRequest request; // null until one has arrived twice
    private ByteBuffer bytes;
    private long hash;
    private long candidate;
  }

  private final Place[] places;
  private long missed; // hash of the last miss; a wrong one would never match

  /** Caches at most {@code count} requests of up to about 4 KiB each. */
  KnownRequests(int count) {
    places = new Place[count];
  }

  /** Returns the request with exactly these bytes, or null. Leaves the buffer unchanged. */
  HttpRequest find(ByteBuffer in) {
    if (!mayBeKept(in)) {
      return null;
    }
    long hash = hash(in);
    Place place = places[index(hash)];
    if (place == null || place.hash != hash || !in.equals(place.bytes)) {
      missed = hash;
      return null;
    }
    place.candidate = 0;
    return place.request;
  }

  /** Offers a parsed request that {@link #find} has just missed. */
  void parsed(ByteBuffer in, HttpRequest request) {
    if (!mayBeKept(in)) {
      return;
    }
    int index = index(missed);
    Place place = places[index];
    if (place == null) {
      place = new Place();
      places[index] = place;
    }
    if (place.candidate == missed) {
      place.bytes = ByteBuffer.allocate(in.remaining()).put(in.duplicate()).flip();
      place.request = request;
      place.hash = missed;
    }
    place.candidate = missed;
  }

  private boolean mayBeKept(ByteBuffer in) {
    return places.length > 0 && in.remaining() <= MAX_BYTES;
  }

  private int index(long hash) {
    return (int) (((hash >>> 32) * places.length) >>> 32);
  }

  static long hash(ByteBuffer in) {
    long hash = in.remaining();
    int i = in.position();
    for (; i <= in.limit() - Long.BYTES; i += Long.BYTES) {
      hash = mix(hash ^ in.getLong(i));
    }
    for (; i < in.limit(); i++) {
      hash = mix(hash ^ in.get(i));
    }
    return hash;
  }

  private static long mix(long hash) {
    long product = hash * MIX;
    return product ^ (product >>> 32);
  }
}
