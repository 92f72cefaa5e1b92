package gnutella;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Accepted connections that are not peers: those in a handshake, and refused ones that are closing.
 * They take no place of a peer. Above a limit, each new connection evicts one: of its own address
 * block if that exceeds its share, else of all. The victim is the one silent longest, so silent
 * connections never delay a new one. Any thread.
 */
final class Unjoined<C> {
  private final int limit;
  private final int limitPerBlock;

  /** Silent longest first, as in each set. */
  private final Map<C, AddressBlock> all = new LinkedHashMap<>();

  private final Map<AddressBlock, Set<C>> byBlock = new HashMap<>();

  /**
   * Creates an empty set.
   *
   * @param limit maximum number of connections
   * @param limitPerBlock maximum number of connections of one address block, at least 1
   */
  Unjoined(int limit, int limitPerBlock) {
    this.limit = limit;
    this.limitPerBlock = limitPerBlock;
  }

  /** Adds a connection; returns the evicted one, if any. The caller closes it. */
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

  /** Notes that the connection has sent input. */
  synchronized void heard(C connection) {
    AddressBlock block = all.get(connection);
    if (block != null) {
      leave(connection);
      put(connection, block);
    }
  }

  /** Removes a connection that becomes a peer or has closed; false if it was evicted before. */
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
