package arashi.store.index;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ids of the inputs of a fold that are stale: several inputs may have a mail, and at most one
 * of them its terms. Only computes.
 *
 * @param ids of each input, descending
 * @param stale of each input
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record StaleCopies(List<long[]> ids, List<Set<Long>> stale) {

  /** True if it is stale in that input. */
  boolean has(int input, long id) {
    return stale.get(input).contains(id);
  }

  /** True if it is stale in all inputs that have it. */
  boolean hasAllOf(long id) {
    for (int input = 0; input < ids.size(); input++) {
      if (!has(input, id) && Ids.contains(ids.get(input), id)) {
        return false;
      }
    }
    return true;
  }

  /** Those of the output's ids, descending, that are stale in all inputs that have them. */
  List<Long> among(long[] output) {
    Set<Long> late = new TreeSet<>();
    for (Set<Long> each : stale) {
      for (long id : each) {
        if (Ids.contains(output, id) && hasAllOf(id)) {
          late.add(id);
        }
      }
    }
    return List.copyOf(late);
  }
}
