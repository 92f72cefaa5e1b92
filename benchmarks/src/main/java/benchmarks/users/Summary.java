package benchmarks.users;

import benchmarks.load.Sample;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.users.Samples.Outcome;
import benchmarks.users.Samples.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Figures of the requests that ended within a phase of a run. Times in milliseconds. */
public final class Summary {
  private final double from;
  private final double to;
  private final List<Request> ended = new ArrayList<>();
  private final Map<Integer, Integer> successes = new HashMap<>();

  private Summary(double from, double to) {
    this.from = from;
    this.to = to;
  }

  /** Of the requests that a filter lets through. */
  static Summary of(RunResult run, double from, double to, Predicate<Request> filter) {
    double end = Math.min(to, run.seconds());
    Summary summary = new Summary(from, end);
    run.samples()
        .between(
            from * 1e3,
            Double.MAX_VALUE,
            request -> {
              if (filter.test(request)) {
                summary.add(request, end * 1e3);
              }
            });
    return summary;
  }

  private void add(Request request, double endMillis) {
    if (request.endMillis() < endMillis) {
      ended.add(request);
      successes.merge(request.user(), request.outcome() == Outcome.OK ? 1 : 0, Integer::sum);
    } else if (request.endMillis() - request.millis() < endMillis) {
      successes.merge(request.user(), 0, Integer::sum); // asked, and still waits
    }
  }

  private Stream<Request> answered() {
    return ended.stream().filter(request -> request.outcome() == Outcome.OK);
  }

  /** The number of requests with this outcome. */
  public int count(Outcome outcome) {
    return (int) ended.stream().filter(request -> request.outcome() == outcome).count();
  }

  /** The number of requests. */
  public int requests() {
    return ended.size();
  }

  /** Share of the requests that were refused. */
  public double refused() {
    return refused(ended);
  }

  /** Share of a type's requests that were refused. */
  public double refused(UserRequestType type) {
    return refused(ended.stream().filter(request -> request.type() == type).toList());
  }

  private static double refused(List<Request> requests) {
    long refused = requests.stream().filter(r -> r.outcome() == Outcome.REFUSED).count();
    return (double) refused / Math.max(1, requests.size());
  }

  /** A percentile of the answered requests' response times; 0 if there are none. */
  public double percentile(double percentile) {
    return percentile(answered(), percentile);
  }

  /** A percentile of one type. */
  public double percentile(UserRequestType type, double percentile) {
    return percentile(answered().filter(request -> request.type() == type), percentile);
  }

  private static double percentile(Stream<Request> requests, double percentile) {
    Histogram times = Sample.histogram();
    requests.forEach(request -> Sample.recordMillis(times, request.millis()));
    return Figures.millis(times, percentile);
  }

  /** Types of which there were answers. */
  public List<UserRequestType> types() {
    return answered().map(Request::type).distinct().sorted().toList();
  }

  /** Requests a second, answered or not. */
  public double askedPerSecond() {
    return requests() / (to - from);
  }

  /** Answered requests a second. */
  public double perSecond() {
    return count(Outcome.OK) / (to - from);
  }

  /** Requests a second that were answered within the target. */
  public double goodput(double targetMillis) {
    return answered().filter(request -> request.millis() <= targetMillis).count() / (to - from);
  }

  /**
   * 90th percentile of each window of the phase, in turn.
   *
   * @param seconds length of a window
   * @return NaN where nothing was answered
   */
  public List<Double> windows(double seconds) {
    int count = (int) Math.max(1, Math.floor((to - from) / seconds + 1e-9));
    List<DoubleStream.Builder> windows =
        IntStream.range(0, count).mapToObj(window -> DoubleStream.builder()).toList();
    answered()
        .forEach(
            request -> {
              int window = (int) ((request.endMillis() / 1e3 - from) / seconds);
              if (window < count) {
                windows.get(window).add(request.millis());
              }
            });
    return windows.stream().map(window -> p90(window.build().sorted().toArray())).toList();
  }

  private static double p90(double[] sorted) {
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(0.9 * sorted.length) - 1];
  }

  /** Share of the windows whose 90th percentile is over the target, or that answered nothing. */
  public double over(double targetMillis, double seconds) {
    List<Double> windows = windows(seconds);
    return (double) windows.stream().filter(p90 -> !(p90 <= targetMillis)).count() / windows.size();
  }

  /** The highest 90th percentile of a window. */
  public double highestWindow(double seconds) {
    return Figures.highest(windows(seconds), p90 -> p90.isNaN() ? 0 : p90);
  }

  /** Jain's fairness index of the users' answered requests. */
  public double jain() {
    return Figures.jain(successes.values());
  }

  /** Users that asked, and were never answered. */
  public long unlucky() {
    return successes.values().stream().filter(count -> count == 0).count();
  }

  /** The figures of a line of progress. */
  public String inShort() {
    return Figures.text(
        "p90 %.0f ms, %d answered, %d refused, %d failed",
        percentile(90), count(Outcome.OK), count(Outcome.REFUSED), count(Outcome.FAILED));
  }

  /** For JSON. */
  public Map<String, Object> asMap() {
    return Json.map(
        "answered", count(Outcome.OK),
        "refused", count(Outcome.REFUSED),
        "failed", count(Outcome.FAILED),
        "answeredPerSecond", perSecond(),
        "p50Millis", percentile(50),
        "p90Millis", percentile(90),
        "p99Millis", percentile(99),
        "maxMillis", percentile(100),
        "jain", jain(),
        "usersNeverAnswered", unlucky());
  }
}
