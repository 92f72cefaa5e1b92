package seda.netio;

/**
 * Reaction to a peer that reads too slowly, once its unwritten bytes exceed the write threshold.
 */
public enum WritePolicy {
  /**
   * The connection is not read, so that the peer cannot cause more output. For request-response
   * protocols. Writes are still queued: a protocol that writes unasked must check {@link
   * Connection#isClogged} or choose another policy.
   */
  BLOCK_READS,
  /** The next write closes the connection. For protocols that send unasked. */
  CLOSE,
  /** Further writes are refused. For protocols whose messages may be lost. */
  SHED
}
