package gnutella;

import java.util.concurrent.ConcurrentHashMap;

/** Counts connections per address block, up to a limit. Any thread. */
final class AddressCounts {
  private final int limit;
  private final ConcurrentHashMap<AddressBlock, Integer> taken = new ConcurrentHashMap<>();

  AddressCounts(int limit) {
    this.limit = limit;
  }

  /** Takes a place; false if the block has reached its limit. */
  boolean take(AddressBlock block) {
    boolean[] took = new boolean[1];
    taken.compute(
        block,
        (same, count) -> {
          int before = count == null ? 0 : count;
          took[0] = before < limit;
          return took[0] ? Integer.valueOf(before + 1) : count;
        });
    return took[0];
  }

  void give(AddressBlock block) {
    taken.computeIfPresent(block, (same, count) -> count == 1 ? null : Integer.valueOf(count - 1));
  }

  boolean isFull(AddressBlock block) {
    return taken.getOrDefault(block, 0) >= limit;
  }
}
