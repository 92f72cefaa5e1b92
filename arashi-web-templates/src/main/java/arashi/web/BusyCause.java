package arashi.web;

/** Why a request can't be served now and should come again. */
public enum BusyCause {
  /** Too many requests. */
  OVERLOAD,
  /** The database can't be reached. */
  UNREACHABLE,
  /** The database is silent. */
  NOT_ANSWERING,
  /** The database takes no more connections. */
  TOO_MANY_CONNECTIONS,
  /** The database refuses writes. */
  READ_ONLY,
  /** The database stopped because its disk is full. */
  ENDED_ON_FULL_DISK,
  /** The database has no space left. */
  DISK_FULL,
  /** The database doesn't complete writes. */
  WRITES_STALLED
}
