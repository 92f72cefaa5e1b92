package seda.netio.http;

import java.nio.ByteBuffer;

/**
 * Requests that may come again byte for byte, as browsers of one kind all ask for the same page:
 * they are not parsed again. For one thread.
 *
 * <p>Only what came at once, alone and without a body is kept, so that the same bytes mean the same
 * whatever came before them. Each request has one place that it can be in; it gets that when it
 * comes twice while the one that has it does not come at all. So requests that differ each time
 * cost a hash, and those that are asked for most stay.
 */
final class KnownRequests {
  private static final int MAX_BYTES = 1 << 10;
  private static final long MIX = 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio

  private static final class Place {
    private HttpRequest request; // null until one has come twice
    private ByteBuffer bytes;
    private long hash;
    private long candidate;
  }

  private final Place[] places;
  private long missed; // hash of what was last not found; with a wrong one nothing would be found

  /** Keeps at most {@code count} requests, each of which takes up to some 4 KiB. */
  KnownRequests(int count) {
    places = new Place[count];
  }

  /** The request that exactly these bytes are, or null; the buffer is left as it is. */
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

  /** What was just not found has been parsed: exactly these bytes are that request. */
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
