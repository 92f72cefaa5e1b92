package seda.netio;

/**
 * The protocol's callbacks for a connection. Called on the connection's processor; must not block.
 */
public interface ConnectionListener {

  /** The protocol's time-out has passed. */
  void timedOut();

  /**
   * The bytes that wait, with those in transit from other threads, have fallen to half of the
   * exceeded threshold.
   */
  void writable();

  /**
   * The connection has closed, by either side, possibly before the listener was set. The last call.
   */
  void closed();
}
