package seda.netio;

/**
 * Is told what became of bytes that were queued. On the connection's processor; if the connection
 * had ended when another thread asked, on that thread.
 */
@FunctionalInterface
public interface FlushListener {

  /**
   * The end of the bytes that it was set behind.
   *
   * @param written true if the system has taken all of them; false if the connection has ended
   */
  void flushed(boolean written);
}
