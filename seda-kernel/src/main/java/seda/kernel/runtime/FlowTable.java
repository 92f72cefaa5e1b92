package seda.kernel.runtime;

import java.util.Arrays;

/**
 * Maps the key of a flow to its slot: open addressing with linear probing on primitives, so a
 * look-up allocates nothing. Slots are small numbers and are reused; parallel arrays are indexed by
 * them. Not thread-safe.
 */
final class FlowTable {
  static final int NONE = -1;

  private static final int FIRST_SLOTS = 8;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L; // Fibonacci hashing [Knuth 6.4]

  private long[] keys = new long[FIRST_SLOTS]; // by slot
  private int[] free = new int[FIRST_SLOTS]; // a stack
  private int[] table = new int[2 * FIRST_SLOTS]; // slots plus one; 0 is empty
  private int freed;
  private int used; // slots assigned at least once
  private int size;

  int size() {
    return size;
  }

  /** Returns the size that parallel arrays need. */
  int slots() {
    return keys.length;
  }

  /** Returns the flow of an assigned slot. */
  long key(int slot) {
    return keys[slot];
  }

  /** Returns the slot of a flow, or {@link #NONE}. */
  int find(long key) {
    int at = home(key);
    while (table[at] != 0) {
      if (keys[table[at] - 1] == key) {
        return table[at] - 1;
      }
      at = (at + 1) & (table.length - 1);
    }
    return NONE;
  }

  /** Assigns a slot to a flow that has none. */
  int add(long key) {
    if (freed == 0 && used == keys.length) {
      grow();
    }
    int slot = freed > 0 ? free[--freed] : used++;
    keys[slot] = key;
    size++;
    place(slot);
    return slot;
  }

  private void place(int slot) {
    int at = home(keys[slot]);
    while (table[at] != 0) {
      at = (at + 1) & (table.length - 1);
    }
    table[at] = slot + 1;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, 2 * keys.length);
    free = Arrays.copyOf(free, keys.length);
    table = new int[2 * keys.length];
    for (int slot = 0; slot < used; slot++) { // none is free
      place(slot);
    }
  }

  /** Frees an assigned slot. */
  void remove(int slot) {
    int mask = table.length - 1;
    int hole = home(keys[slot]);
    while (table[hole] != slot + 1) {
      hole = (hole + 1) & mask;
    }
    // close the hole: entries placed behind their home would not be found across it
    for (int at = (hole + 1) & mask; table[at] != 0; at = (at + 1) & mask) {
      int distance = (at - home(keys[table[at] - 1])) & mask;
      if (distance >= ((at - hole) & mask)) {
        table[hole] = table[at];
        hole = at;
      }
    }
    table[hole] = 0;
    free[freed++] = slot;
    size--;
  }

  private int home(long key) {
    long hash = key * GOLDEN_RATIO;
    return (int) (hash >>> 32) & (table.length - 1);
  }
}
