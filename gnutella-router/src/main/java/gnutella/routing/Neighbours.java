package gnutella.routing;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Who is connected. A neighbour's number is its place and how often that was given before, so that
 * a route of one who has gone leads nowhere and not to who came after. Any thread.
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

  /** False if there is no place left. */
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
      free.add(place); // behind the others, so that numbers come again as late as can be
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

  /** Who has this number; null if he has gone. */
  Neighbour get(int number) {
    Neighbour neighbour = places.get(number & PLACE_MASK);
    return neighbour != null && neighbour.number() == number ? neighbour : null;
  }

  /** The same without a look at the neighbour, who may have the place since another went. */
  Neighbour guess(int number) {
    return places.getPlain(number & PLACE_MASK);
  }

  /** Those that route; not to be changed. */
  Neighbour[] ultrapeers() {
    return ultrapeers;
  }

  /** All of them; not to be changed. */
  Neighbour[] all() {
    return all;
  }
}
