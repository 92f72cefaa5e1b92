package seda.netio;

/**
 * What the protocol over a connection is told. Called on the connection's processor; must not
 * block.
 */
public interface ConnectionListener {

  /** The time-out that the protocol set has passed. */
  void timedOut();

  /**
   * What was waiting to be written, or was on its way from other threads, has fallen to half of the
   * threshold that it had passed.
   */
  void writable();

  /**
   * The connection has ended, by whichever side, even if that was before the listener was made
   * known; this is the last call.
   */
  void closed();
}
