package seda.netio;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Connections in the order in which they were appended. An intrusive doubly linked list: appending
 * and removing neither allocate nor search. One processor changes it; any thread may read the
 * oldest.
 */
final class IdleList {

  /** A connection's link in one list. */
  static final class Node {
    private final ConnectionUse use;
    private long sinceNanos;
    private IdleList list; // null while it is in none
    private Node older;
    private Node newer;

    Node(ConnectionUse use) {
      this.use = use;
    }

    ConnectionUse use() {
      return use;
    }

    /** Returns the clock reading of the append; approximate on other threads. */
    long sinceNanos() {
      return sinceNanos;
    }

    void remove() {
      if (list != null) {
        list.remove(this);
      }
    }
  }

  /** Published without a fence; other threads may see it slightly late. */
  private final AtomicReference<Node> oldest = new AtomicReference<>();

  private Node newest;

  /** Returns the node appended first, or null. Any thread. */
  Node oldest() {
    return oldest.get();
  }

  /** Appends a node that is in no list. */
  void append(Node node, long nowNanos) {
    node.sinceNanos = nowNanos;
    node.list = this;
    node.older = newest;
    if (newest == null) {
      oldest.lazySet(node);
    } else {
      newest.newer = node;
    }
    newest = node;
  }

  private void remove(Node node) {
    if (node.older == null) {
      oldest.lazySet(node.newer);
    } else {
      node.older.newer = node.newer;
    }
    if (node.newer == null) {
      newest = node.older;
    } else {
      node.newer.older = node.older;
    }
    node.list = null;
    node.older = null;
    node.newer = null;
  }
}
