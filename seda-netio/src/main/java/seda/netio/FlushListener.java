package seda.netio;

/**
 * Learns whether queued bytes were written. Called on the connection's processor; if the connection
 * had closed before another thread registered the listener, on that thread.
 */
@FunctionalInterface
public interface FlushListener {

  /**
   * Called when the bytes queued before the listener are written or dropped.
   *
   * @param written true if the system has taken all of them; false if the connection has closed
   */
  void flushed(boolean written);
}
