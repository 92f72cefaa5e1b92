package seda.netio;

/**
 * What is done about a peer that reads more slowly than it is written to, once more than the write
 * threshold waits for it.
 */
public enum WritePolicy {
  /**
   * It is not read from, so that it can cause no more; for a protocol of questions and answers.
   * What is written all the same is queued: who writes unasked must look at {@link
   * Connection#isClogged}, or choose another policy.
   */
  BLOCK_READS,
  /** The next write closes the connection; for a protocol that sends unasked. */
  CLOSE,
  /** Further writes are turned away; for a protocol whose messages may be lost. */
  SHED
}
