package gnutella.routing;

/** What became of a packet that came. */
public enum Verdict {
  /** It was sent on, to one neighbour or to all others. */
  ROUTED,
  /** It waits for its turn among the queries. */
  QUEUED,
  /** It was answered here. */
  ANSWERED,
  /** Its id was there before: it came in a circle, or by another way. */
  DUPLICATE,
  /** Its TTL has run out. */
  EXPIRED,
  /** Whom it answers has gone, was never here, or was forgotten. */
  NO_ROUTE,
  /** By rule, it ends here. */
  IGNORED,
  /** It came too soon after the one before, or more queries wait than may. */
  REFUSED,
  /** The neighbour says good-bye. */
  BYE
}
