package seda.netio;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Places in the order in which they were appended: an intrusive doubly linked list, so that neither
 * appending nor removing allocates or searches. One processor changes it; any thread may ask for
 * the oldest.
 */
final class IdleList {

  /** A place's link in one list. */
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

    /** When it was appended, by the clock; approximate on other threads. */
    long sinceNanos() {
      return sinceNanos;
    }

    void remove() {
      if (list != null) {
        list.remove(this);
      }
    }
  }

  /** Published without a fence; other threads may see it a moment late. */
  private final AtomicReference<Node> oldest = new AtomicReference<>();

  private Node newest;

  /** The node that was appended first, or null. Any thread. */
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
