package arashi.store.index;

import java.util.Arrays;

/** Ordinals of the mails that contain a term, ascending: newest mail first. Not thread-safe. */
final class Postings {
  private int[] ordinals = new int[4];
  private int size;

  int size() {
    return size;
  }

  int get(int i) {
    return ordinals[i];
  }

  void add(int ordinal) {
    if (size == ordinals.length) {
      ordinals = Arrays.copyOf(ordinals, 2 * size);
    }
    ordinals[size++] = ordinal;
  }

  void clear() {
    size = 0;
  }

  /** Sorts ordinals that were added out of order, and removes duplicates. */
  void sort() {
    for (int i = 1; i < size; i++) {
      if (ordinals[i] <= ordinals[i - 1]) {
        Arrays.sort(ordinals, 0, size);
        dropRepeated();
        return;
      }
    }
  }

  private void dropRepeated() {
    int kept = 1;
    for (int i = 1; i < size; i++) {
      if (ordinals[i] != ordinals[kept - 1]) {
        ordinals[kept++] = ordinals[i];
      }
    }
    size = kept;
  }

  int[] toArray() {
    return Arrays.copyOf(ordinals, size);
  }
}
