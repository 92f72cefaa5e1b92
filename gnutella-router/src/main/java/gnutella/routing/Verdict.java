package gnutella.routing;

/** The result of routing a packet. */
public enum Verdict {
  /** Forwarded to one neighbour or to all others. */
  ROUTED,
  /** Queued among the queries. */
  QUEUED,
  /** Answered by this router. */
  ANSWERED,
  /** Its id is known: it came through a cycle or over another path. */
  DUPLICATE,
  /** Its TTL has run out. */
  EXPIRED,
  /** Its destination has left, is unknown or was forgotten. */
  NO_ROUTE,
  /** Dropped by rule. */
  IGNORED,
  /** Too soon after the previous one, or the query queue is full. */
  REFUSED,
  /** The neighbour ends the connection. */
  BYE
}
