package benchmarks.mail;

import benchmarks.load.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Medians of the rounds.
 *
 * @param requests in all rounds together
 * @param serviceMicros CPU time of the service for a request
 * @param databaseMicros CPU time of the database for a request
 * @param loadMicros CPU time of the load generator for a request
 * @param p50 median response time in milliseconds
 * @param p90 that 90 % of the response times are below, in milliseconds
 * @param p99 that 99 % of them are below
 * @param perSecond requests a second
 */
public record Statistics(
    long requests,
    double serviceMicros,
    double databaseMicros,
    double loadMicros,
    double p50,
    double p90,
    double p99,
    double perSecond) {

  /** Of the rounds. */
  public static Statistics of(List<Sample> rounds) {
    return new Statistics(
        rounds.stream().mapToLong(Sample::requests).sum(),
        median(rounds, round -> round.microsEach(round.cpu().service())),
        median(rounds, round -> round.microsEach(round.cpu().database())),
        median(rounds, round -> round.microsEach(round.cpu().load())),
        median(rounds, round -> round.millis(50)),
        median(rounds, round -> round.millis(90)),
        median(rounds, round -> round.millis(99)),
        median(rounds, Sample::perSecond));
  }

  private static double median(List<Sample> rounds, ToDoubleFunction<Sample> value) {
    double[] values = rounds.stream().mapToDouble(value).sorted().toArray();
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  /** CPU time of service and database for a request. */
  public double micros() {
    return serviceMicros + databaseMicros;
  }

  /** For {@code mail-results.json}. */
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("requests", requests);
    map.put("serviceCpuMicros", serviceMicros);
    map.put("databaseCpuMicros", databaseMicros);
    map.put("loadCpuMicros", loadMicros);
    map.put("p50Millis", p50);
    map.put("p90Millis", p90);
    map.put("p99Millis", p99);
    map.put("requestsPerSecond", perSecond);
    return map;
  }
}
