package benchmarks.mail;

import benchmarks.load.Sample;
import benchmarks.report.Figures;
import java.util.List;

/**
 * Medians of the rounds; CPU times for each request.
 *
 * @param requests in all rounds together
 */
record Medians(
    long requests,
    double serviceCpuMicros,
    double databaseCpuMicros,
    double loadCpuMicros,
    double p50Millis,
    double p90Millis,
    double p99Millis,
    double requestsPerSecond) {
  static Medians of(List<Sample> rounds) {
    return new Medians(
        rounds.stream().mapToLong(Sample::requests).sum(),
        Figures.median(rounds, round -> round.microsEach(round.cpu().service())),
        Figures.median(rounds, round -> round.microsEach(round.cpu().database())),
        Figures.median(rounds, round -> round.microsEach(round.cpu().load())),
        Figures.median(rounds, round -> round.millis(50)),
        Figures.median(rounds, round -> round.millis(90)),
        Figures.median(rounds, round -> round.millis(99)),
        Figures.median(rounds, Sample::perSecond));
  }

  /** CPU time of service and database for a request. */
  double micros() {
    return serviceCpuMicros + databaseCpuMicros;
  }
}
