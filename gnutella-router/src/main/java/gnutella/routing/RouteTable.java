package gnutella.routing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Maps an id to the neighbour it came from, bounded in size and age. It also filters duplicates: an
 * id that is present is not added again.
 *
 * <p>Set-associative, like a processor's cache: an id's hash selects a set of {@value #WAYS} slots,
 * and a new id replaces the oldest. The table needs no sweeping, moving or growing, and a flood
 * evicts old ids instead of filling memory.
 *
 * <p>A set fills one cache line, since a look-up costs about one miss. The table therefore stores a
 * 64-bit hash of the 128-bit id, seeded because strangers choose the ids. Two ids with equal hashes
 * are taken for the same: probability 10⁻⁷ among 2²¹ random ids. An attacker who constructs a
 * collision gains no more than by resending an id.
 *
 * <p>16 bytes per id. Any thread; each set has its own lock.
 */
public final class RouteTable {
  /** No neighbour. */
  public static final int NONE = 0;

  static final int WAYS = 4;
  private static final int STRIPES = 256;
  private static final int PLACE = 2;
  private static final int ROUTE = 1;
  private static final int LINE_BYTES = 64;
  private static final int MAX_CAPACITY = 1 << 26;

  private final int setMask;
  private final int maxAge;
  private final long seed;

  /**
   * Two longs per slot: the hash and the route. The route has the neighbour in its upper half and
   * the second in its lower half. 0 marks a free slot.
   */
  private final LongBuffer places;

  private final Object[] locks = new Object[STRIPES];

  /**
   * Creates an empty table.
   *
   * @param capacity ids, rounded up to a power of two
   * @param maxAgeSeconds age at which an id expires
   */
  public RouteTable(int capacity, int maxAgeSeconds, long seed) {
    if (capacity < WAYS || capacity > MAX_CAPACITY || maxAgeSeconds < 1) {
      throw new IllegalArgumentException(
          "routes = %d must be from 4 to 2^26; max-age = %d s must be at least 1 s"
              .formatted(capacity, maxAgeSeconds));
    }
    int count = Integer.highestOneBit(capacity - 1) << 1;
    this.setMask = count / WAYS - 1;
    this.maxAge = maxAgeSeconds;
    this.seed = seed;
    int bytes = count * PLACE * Long.BYTES;
    this.places =
        ByteBuffer.allocateDirect(bytes + LINE_BYTES)
            .alignedSlice(LINE_BYTES)
            .limit(bytes)
            .slice()
            .order(ByteOrder.nativeOrder())
            .asLongBuffer();
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new Object();
    }
  }

  /** Adds an id; false if it is present. {@code neighbour} is above 0. */
  public boolean add(long high, long low, int neighbour, int second) {
    long hash = hash(high, low);
    synchronized (lock(hash)) {
      int place = place(hash, second);
      if (place >= 0) {
        return false;
      }
      put(~place, hash, neighbour, second);
      return true;
    }
  }

  /** Adds an id, or changes its neighbour. */
  public void set(long high, long low, int neighbour, int second) {
    long hash = hash(high, low);
    synchronized (lock(hash)) {
      int place = place(hash, second);
      put(place >= 0 ? place : ~place, hash, neighbour, second);
    }
  }

  /** Returns the neighbour that the id came from, or {@link #NONE}. */
  public int find(long high, long low, int second) {
    long hash = hash(high, low);
    synchronized (lock(hash)) {
      return neighbour(place(hash, second));
    }
  }

  /** Reads a part of the id's set to prefetch it; the result is meaningless. */
  int touch(long high, long low) {
    return (int) places.get(first(hash(high, low)));
  }

  /** Like {@link #find}, but without the lock, so the result may rarely be wrong. */
  int guess(long high, long low, int second) {
    return neighbour(place(hash(high, low), second));
  }

  private int neighbour(int place) {
    return place >= 0 ? (int) (places.get(place + ROUTE) >>> 32) : NONE;
  }

  /** Returns the id's slot; if absent, the complement of the slot to replace. */
  private int place(long hash, int second) {
    int first = first(hash);
    int oldest = first;
    long oldestAge = -1;
    for (int place = first; place < first + WAYS * PLACE; place += PLACE) {
      long age = age(places.get(place + ROUTE), second);
      if (places.get(place) == hash && age <= maxAge) {
        return place;
      }
      if (age > oldestAge) {
        oldest = place;
        oldestAge = age;
      }
    }
    return ~oldest;
  }

  private static long age(long route, int second) {
    return route == 0 ? Long.MAX_VALUE : (long) second - (int) route;
  }

  private void put(int place, long hash, int neighbour, int second) {
    places.put(place, hash);
    places.put(place + ROUTE, (long) neighbour << 32 | (second & 0xffff_ffffL));
  }

  private long hash(long high, long low) {
    long mixed = (high ^ seed) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 32 ^ low) * 0xc2b2ae3d27d4eb4fL;
    return mixed ^ mixed >>> 29;
  }

  private int set(long hash) {
    return (int) (hash >>> 32 ^ hash) & setMask;
  }

  private int first(long hash) {
    return set(hash) * WAYS * PLACE;
  }

  private Object lock(long hash) {
    return locks[set(hash) & (STRIPES - 1)];
  }

  /** Number of slots. */
  int capacity() {
    return places.capacity() / PLACE;
  }
}
