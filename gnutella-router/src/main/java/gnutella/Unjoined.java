package gnutella;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The accepted connections that are no peers: those that shake hands, and those that were told
 * something and end. They take no place of a peer. Beyond a limit, each that comes pushes out one:
 * of its own address block if that has more than its share, else of all; and there the one that has
 * been silent longest. So a newcomer never waits for those that say nothing. Any thread.
 */
final class Unjoined<C> {
  private final int limit;
  private final int limitPerBlock;

  /** The longest silent first, as in each set. */
  private final Map<C, AddressBlock> all = new LinkedHashMap<>();

  private final Map<AddressBlock, Set<C>> byBlock = new HashMap<>();

  /**
   * With nobody in it.
   *
   * @param limit connections
   * @param limitPerBlock connections of one address block, at least 1
   */
  Unjoined(int limit, int limitPerBlock) {
    this.limit = limit;
    this.limitPerBlock = limitPerBlock;
  }

  /** Takes in a connection; returns the one that has to be closed for it, if any. */
  synchronized Optional<C> enter(C connection, AddressBlock block) {
    put(connection, block);
    Set<C> ofBlock = byBlock.get(block);
    C pushedOut = null;
    if (ofBlock.size() > limitPerBlock) {
      pushedOut = ofBlock.iterator().next();
    } else if (all.size() > limit) {
      pushedOut = all.keySet().iterator().next();
    }
    if (pushedOut != null) {
      leave(pushedOut);
    }
    return Optional.ofNullable(pushedOut);
  }

  /** It has said something. */
  synchronized void heard(C connection) {
    AddressBlock block = all.get(connection);
    if (block != null) {
      leave(connection);
      put(connection, block);
    }
  }

  /** It joins, or has closed; false if it is not here, for it was pushed out. */
  synchronized boolean leave(C connection) {
    AddressBlock block = all.remove(connection);
    if (block == null) {
      return false;
    }
    Set<C> ofBlock = byBlock.get(block);
    ofBlock.remove(connection);
    if (ofBlock.isEmpty()) {
      byBlock.remove(block);
    }
    return true;
  }

  private void put(C connection, AddressBlock block) {
    all.put(connection, block);
    byBlock.computeIfAbsent(block, first -> new LinkedHashSet<>()).add(connection);
  }

  synchronized int size() {
    return all.size();
  }
}
