package gnutella.routing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * From which neighbour an id came, for a bounded number of ids and a bounded time. It is a filter
 * of duplicates as well: an id that is there is not added again.
 *
 * <p>Like a processor's cache it is set-associative: an id can lie in one of the {@value #WAYS}
 * places of the set that its hash chooses, and a new one takes the place that is oldest. So nothing
 * is ever swept, moved or grown, and a flood pushes out what is old instead of filling memory.
 *
 * <p>A set fills one line of the processor's cache, for looking one up costs what a miss costs. So
 * of the id's 128 bits a hash of 64 is kept, seeded, for the ids are strangers'. Two ids with one
 * hash are taken for one: of 2²¹ random ids, with a chance of 10⁻⁷. Who makes such ids on purpose
 * gains no more than by sending the same id again.
 *
 * <p>16 bytes an id. Any thread; each set is locked by itself.
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
   * Two longs a place: the hash, and the route, which has the neighbour in its upper half and the
   * second in its lower; 0 is a free place.
   */
  private final LongBuffer places;

  private final Object[] locks = new Object[STRIPES];

  /**
   * An empty table.
   *
   * @param capacity ids, rounded up to a power of two
   * @param maxAgeSeconds after which an id is forgotten
   */
  public RouteTable(int capacity, int maxAgeSeconds, long seed) {
    if (capacity < WAYS || capacity > MAX_CAPACITY || maxAgeSeconds < 1) {
      throw new IllegalArgumentException(
          "routes = %d, from 4 to 2^26; max-age = %d s, at least 1 s"
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

  /** Adds an id unless it is there; false if it is. A neighbour is a number above 0. */
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

  /** Adds an id, or leads it to another neighbour from now on. */
  public void set(long high, long low, int neighbour, int second) {
    long hash = hash(high, low);
    synchronized (lock(hash)) {
      int place = place(hash, second);
      put(place >= 0 ? place : ~place, hash, neighbour, second);
    }
  }

  /** The neighbour that the id came from, or {@link #NONE}. */
  public int find(long high, long low, int second) {
    long hash = hash(high, low);
    synchronized (lock(hash)) {
      return neighbour(place(hash, second));
    }
  }

  /** Reads a part of the id's set; the result means nothing. */
  int touch(long high, long low) {
    return (int) places.get(first(hash(high, low)));
  }

  /** The same as {@link #find}, but without the lock: right in most cases. */
  int guess(long high, long low, int second) {
    return neighbour(place(hash(high, low), second));
  }

  private int neighbour(int place) {
    return place >= 0 ? (int) (places.get(place + ROUTE) >>> 32) : NONE;
  }

  /** Where the id lies; if it does not, the complement of the place that it should take. */
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

  /** Places for ids. */
  int capacity() {
    return places.capacity() / PLACE;
  }
}
