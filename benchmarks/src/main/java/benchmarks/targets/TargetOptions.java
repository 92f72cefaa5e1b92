package benchmarks.targets;

import benchmarks.corpus.MailSupply;

/**
 * Options of the evaluation.
 *
 * @param mysql JDBC URL of a server; null for an own one
 * @param mail the mail of the mailboxes
 * @param targetMillis target of the 90th percentile of every request but the login
 * @param phaseSeconds length of a phase
 * @param addedWork bytes that each request hashes; negative to choose them by a measurement
 */
record TargetOptions(
    String mysql, MailSupply mail, int targetMillis, double phaseSeconds, long addedWork) {
  private static final double PROBE = 15;
  private static final double WARM_UP = 12;

  /** Name of the database in keys. */
  String database() {
    return mysql == null ? "embedded" : "mysql";
  }

  /** The same options with a known added work. */
  TargetOptions withAddedWork(long bytes) {
    return new TargetOptions(mysql, mail, targetMillis, phaseSeconds, bytes);
  }

  /** Length of a probe of the capacity: 15 s, or the phase if that is shorter. */
  double probeSeconds() {
    return Math.min(PROBE, phaseSeconds);
  }

  /** Length of a round of load before the first run of a service. */
  double warmUpSeconds() {
    return Math.min(WARM_UP, phaseSeconds);
  }
}
