package arashi.store.index;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The stale ids in the inputs of a fold. Several inputs may contain a mail, but at most one has its
 * current terms. Pure computation.
 *
 * @param ids ids of each input, descending
 * @param stale stale ids of each input
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record StaleCopies(List<long[]> ids, List<Set<Long>> stale) {

  /** Returns true if the id is stale in that input. */
  boolean has(int input, long id) {
    return stale.get(input).contains(id);
  }

  /** Returns true if the id is stale in all inputs that contain it. */
  boolean hasAllOf(long id) {
    for (int input = 0; input < ids.size(); input++) {
      if (!has(input, id) && Ids.contains(ids.get(input), id)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the output's ids that are stale in all inputs that contain them.
   *
   * @param output descending
   */
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
