package arashi.web;

/** Why a request must be retried later. */
public enum BusyCause {
  /** Too many requests. */
  OVERLOAD,
  /** The database is unreachable. */
  UNREACHABLE,
  /** The database does not respond. */
  NOT_ANSWERING,
  /** The database refuses further connections. */
  TOO_MANY_CONNECTIONS,
  /** The database refuses writes. */
  READ_ONLY,
  /** The database stopped because its disk is full. */
  ENDED_ON_FULL_DISK,
  /** The database has no disk space left. */
  DISK_FULL,
  /** The database does not complete writes. */
  WRITES_STALLED
}
