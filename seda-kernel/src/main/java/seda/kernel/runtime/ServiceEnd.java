package seda.kernel.runtime;

/**
 * The end of the queues at which a pool serves now. One object is shared by all queues of a pool,
 * so a change of the order reaches each of them at once. Guarded by the pool's lock.
 */
final class ServiceEnd {
  private boolean newest;

  void newest(boolean first) {
    newest = first;
  }

  /** True if the newest event leaves first. */
  boolean isNewest() {
    return newest;
  }
}
