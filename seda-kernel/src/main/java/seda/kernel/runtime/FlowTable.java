package seda.kernel.runtime;

import java.util.Arrays;

/**
 * Finds the slot of a flow by its key: open addressing with linear probing, on primitives, so that
 * a look-up allocates nothing. Slots are small numbers, given out anew after they are freed; arrays
 * beside this one are indexed by them. Not thread-safe.
 */
final class FlowTable {
  /** Of a flow that has no slot. */
  static final int NONE = -1;

  private static final int FIRST_SLOTS = 8;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L; // Fibonacci hashing [Knuth 6.4]

  private long[] keys = new long[FIRST_SLOTS]; // by slot
  private int[] free = new int[FIRST_SLOTS]; // a stack
  private int[] table = new int[2 * FIRST_SLOTS]; // slots plus one; 0 is empty
  private int freed;
  private int used; // slots that were ever given out
  private int size;

  /** Flows that have a slot. */
  int size() {
    return size;
  }

  /** Slots that arrays beside this one need. */
  int slots() {
    return keys.length;
  }

  /** The slot of a flow, or {@link #NONE}. */
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

  /** Gives a slot to a flow that has none. */
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

  /** Frees a slot that was given out. */
  void remove(int slot) {
    int mask = table.length - 1;
    int hole = home(keys[slot]);
    while (table[hole] != slot + 1) {
      hole = (hole + 1) & mask;
    }
    // what was placed behind its home moves up, or it would not be found across the hole
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
