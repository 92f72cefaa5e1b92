package gnutella.routing;

/**
 * From which neighbour an id came, for a bounded number of ids and a bounded time. It is a filter
 * of duplicates as well: an id that is there is not added again.
 *
 * <p>Like a processor's cache it is set-associative: an id can lie in one of the {@value #WAYS}
 * places of the set that its hash chooses, and a new one takes the place that is oldest. So nothing
 * is ever swept, moved or grown, and a flood pushes out what is old instead of filling memory. The
 * hash is seeded, for the ids are strangers'.
 *
 * <p>24 bytes an id. Any thread; each set is locked by itself.
 */
public final class RouteTable {
  /** No neighbour. */
  public static final int NONE = 0;

  static final int WAYS = 4;
  private static final int STRIPES = 256;
  private static final int PLACE = 3;
  private static final int LOW = 1;
  private static final int ROUTE = 2;

  private final int setMask;
  private final int maxAge;
  private final long seed;

  /**
   * Three longs a place, side by side for the sake of caches: the id's halves, and the route, which
   * has the neighbour in its upper half and the second in its lower; 0 is a free place.
   */
  private final long[] places;

  private final Object[] locks = new Object[STRIPES];

  /**
   * An empty table.
   *
   * @param capacity ids, rounded up to a power of two
   * @param maxAgeSeconds after which an id is forgotten
   */
  public RouteTable(int capacity, int maxAgeSeconds, long seed) {
    if (capacity < WAYS || capacity > 1 << 27 || maxAgeSeconds < 1) {
      throw new IllegalArgumentException(
          "routes = %d, from 4 to 2^27; max-age = %d s, at least 1 s"
              .formatted(capacity, maxAgeSeconds));
    }
    int count = Integer.highestOneBit(capacity - 1) << 1;
    this.setMask = count / WAYS - 1;
    this.maxAge = maxAgeSeconds;
    this.seed = seed;
    this.places = new long[count * PLACE];
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new Object();
    }
  }

  /** Adds an id unless it is there; false if it is. A neighbour is a number above 0. */
  public boolean add(long high, long low, int neighbour, int second) {
    int set = set(high, low);
    synchronized (locks[set & (STRIPES - 1)]) {
      int place = place(set, high, low, second);
      if (place >= 0) {
        return false;
      }
      put(~place, high, low, neighbour, second);
      return true;
    }
  }

  /** Adds an id, or leads it to another neighbour from now on. */
  public void set(long high, long low, int neighbour, int second) {
    int set = set(high, low);
    synchronized (locks[set & (STRIPES - 1)]) {
      int place = place(set, high, low, second);
      put(place >= 0 ? place : ~place, high, low, neighbour, second);
    }
  }

  /** The neighbour that the id came from, or {@link #NONE}. */
  public int find(long high, long low, int second) {
    int set = set(high, low);
    synchronized (locks[set & (STRIPES - 1)]) {
      int place = place(set, high, low, second);
      return place >= 0 ? (int) (places[place + ROUTE] >>> 32) : NONE;
    }
  }

  /** Where the id lies; if it does not, the complement of the place that it should take. */
  private int place(int set, long high, long low, int second) {
    int first = set * WAYS * PLACE;
    int oldest = first;
    for (int place = first; place < first + WAYS * PLACE; place += PLACE) {
      long route = places[place + ROUTE];
      if (places[place] == high && places[place + LOW] == low && isAlive(route, second)) {
        return place;
      }
      if (age(route, second) > age(places[oldest + ROUTE], second)) {
        oldest = place;
      }
    }
    return ~oldest;
  }

  private boolean isAlive(long route, int second) {
    return route != 0 && age(route, second) <= maxAge;
  }

  private static long age(long route, int second) {
    return route == 0 ? Long.MAX_VALUE : (long) second - (int) route;
  }

  private void put(int place, long high, long low, int neighbour, int second) {
    places[place] = high;
    places[place + LOW] = low;
    places[place + ROUTE] = (long) neighbour << 32 | (second & 0xffff_ffffL);
  }

  private int set(long high, long low) {
    long mixed = (high ^ seed) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 32 ^ low) * 0xc2b2ae3d27d4eb4fL;
    return (int) (mixed ^ mixed >>> 29 ^ mixed >>> 47) & setMask;
  }

  /** Places for ids. */
  int capacity() {
    return places.length / PLACE;
  }
}
