package gnutella.routing;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The connected neighbours. A number combines a slot and how often the slot was reused, so a route
 * to a departed neighbour does not lead to its successor. Any thread.
 */
final class Neighbours {
  private static final int PLACE_BITS = 16;
  private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;
  private static final int TURNS = 1 << (31 - PLACE_BITS);

  private final AtomicReferenceArray<Neighbour> places;
  private final int[] turns;
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private volatile Neighbour[] all = {};
  private volatile Neighbour[] ultrapeers = {};

  Neighbours(int capacity) {
    if (capacity < 1 || capacity > PLACE_MASK) {
      throw new IllegalArgumentException(
          "max-peers = " + capacity + ", must be from 1 to " + PLACE_MASK);
    }
    places = new AtomicReferenceArray<>(capacity);
    turns = new int[capacity];
    for (int place = 0; place < capacity; place++) {
      free.add(place);
    }
  }

  /** Adds a neighbour; false if no slot is free. */
  synchronized boolean add(Neighbour neighbour) {
    Integer place = free.poll();
    if (place == null) {
      return false;
    }
    turns[place] = Math.max(1, (turns[place] + 1) % TURNS);
    neighbour.number(turns[place] << PLACE_BITS | place);
    places.set(place, neighbour);
    all = with(all, neighbour);
    if (!neighbour.isLeaf()) {
      ultrapeers = with(ultrapeers, neighbour);
    }
    return true;
  }

  synchronized void remove(Neighbour neighbour) {
    int place = neighbour.number() & PLACE_MASK;
    if (neighbour.number() != RouteTable.NONE && places.get(place) == neighbour) {
      places.set(place, null);
      free.add(place); // last, to delay the reuse of numbers
      all = without(all, neighbour);
      ultrapeers = without(ultrapeers, neighbour);
    }
  }

  private static Neighbour[] with(Neighbour[] before, Neighbour more) {
    Neighbour[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = more;
    return after;
  }

  private static Neighbour[] without(Neighbour[] before, Neighbour less) {
    return Arrays.stream(before).filter(each -> each != less).toArray(Neighbour[]::new);
  }

  /** Returns the neighbour with this number; null if it has left. */
  Neighbour get(int number) {
    Neighbour neighbour = places.get(number & PLACE_MASK);
    return neighbour != null && neighbour.number() == number ? neighbour : null;
  }

  /**
   * Like {@link #get}, but without reading the neighbour; it may be a successor in the same slot.
   */
  Neighbour guess(int number) {
    return places.getPlain(number & PLACE_MASK);
  }

  /** The neighbours that route; not to be modified. */
  Neighbour[] ultrapeers() {
    return ultrapeers;
  }

  /** All neighbours; not to be modified. */
  Neighbour[] all() {
    return all;
  }
}
