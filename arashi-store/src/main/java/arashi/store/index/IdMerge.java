package arashi.store.index;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongPredicate;

/**
 * The merged ids of several segments.
 *
 * @param ids all kept ids, descending, without duplicates
 * @param ordinals for each input, the output ordinal of each input ordinal; {@link #DROPPED} if the
 *     id is not kept
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record IdMerge(long[] ids, int[][] ordinals) {
  static final int DROPPED = -1;

  /** Decides which ids of the inputs are kept. */
  @FunctionalInterface
  interface Copies {
    /** Called once for each id of each input; other inputs may have the same id. */
    boolean isKept(int input, long id);
  }

  private record Head(int input, long[] ids, int[] becomes, int at) {
    long id() {
      return ids[at];
    }
  }

  /** Merges descending ids; keeps those that match {@code isKept}. */
  static IdMerge of(List<long[]> inputs, LongPredicate isKept) {
    return of(inputs, (input, id) -> isKept.test(id));
  }

  /** Merges descending ids with a decision per input. */
  static IdMerge of(List<long[]> inputs, Copies copies) {
    PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::id).reversed());
    int[][] ordinals = new int[inputs.size()][];
    int total = 0;
    for (int i = 0; i < ordinals.length; i++) {
      long[] ids = inputs.get(i);
      ordinals[i] = new int[ids.length];
      total += ids.length;
      if (ids.length > 0) {
        heads.add(new Head(i, ids, ordinals[i], 0));
      }
    }
    long[] kept = new long[total];
    int size = 0;
    for (Head head = heads.poll(); head != null; head = heads.poll()) {
      boolean isKept = copies.isKept(head.input, head.id());
      if (isKept && (size == 0 || kept[size - 1] != head.id())) {
        kept[size++] = head.id();
      }
      head.becomes[head.at] = isKept ? size - 1 : DROPPED;
      if (head.at + 1 < head.ids.length) {
        heads.add(new Head(head.input, head.ids, head.becomes, head.at + 1));
      }
    }
    return new IdMerge(Arrays.copyOf(kept, size), ordinals);
  }
}
