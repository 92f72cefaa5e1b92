package arashi.deploy.torture;

/** A violation that no scenario may find. */
enum Fault {
  /** An acknowledged change or mail that is not in the tables. */
  LOST,
  /** A mail that is there twice. */
  DOUBLED,
  /** A change that was refused and made. */
  REFUSED_BUT_DONE,
  /** A counter that differs from the rows it counts, or a row without the rows it needs. */
  COUNTERS,
  /** A process that outlived its owner. */
  ORPHAN,
  /** Anything else, like a start that failed. */
  OTHER
}
