package benchmarks.users;

import benchmarks.load.Sample;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.users.RunResult.Outcome;
import benchmarks.users.RunResult.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * Summarizes a phase, in seconds of the run.
   *
   * @param begun requests sent before the end of the phase and not ended before its start
   */
  Summary(double from, double to, List<Request> begun) {
    this.from = from;
    this.to = to;
    for (Request request : begun) {
      boolean hasEnded = request.endMillis() < to * 1e3;
      if (hasEnded) {
        ended.add(request);
      }
      int success = hasEnded && request.outcome() == Outcome.OK ? 1 : 0;
      successes.merge(request.user(), success, Integer::sum);
    }
  }

  /** Figures of one request type. */
  public Summary of(UserRequestType type) {
    return new Summary(from, to, ended.stream().filter(r -> r.type() == type).toList());
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
    return (double) count(Outcome.REFUSED) / Math.max(1, requests());
  }

  /** A percentile of the answered requests' response times; 0 if there are none. */
  public double percentile(double percentile) {
    Histogram times = Sample.histogram();
    answered().forEach(request -> Sample.recordMillis(times, request.millis()));
    return Figures.millis(times, percentile);
  }

  /** Types with answers. */
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

  /** Requests answered within the target, a second. */
  public double goodput(double targetMillis) {
    return answered().filter(request -> request.millis() <= targetMillis).count() / (to - from);
  }

  /**
   * 90th percentile of each window of the phase, in turn.
   *
   * @param seconds length of a window
   * @return NaN for a window without answers
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

  /** Share of the windows without answers or with a 90th percentile over the target. */
  public double over(double targetMillis, double seconds) {
    return windows(seconds).stream()
        .mapToInt(p90 -> p90 <= targetMillis ? 0 : 1)
        .average()
        .orElse(0);
  }

  /** The highest 90th percentile of a window. */
  public double highestWindow(double seconds) {
    return Figures.highest(windows(seconds), p90 -> p90.isNaN() ? 0 : p90);
  }

  /** Jain's fairness index of the users' answered requests. */
  public double jain() {
    return Figures.jain(successes.values());
  }

  /** Users that sent requests and got no answer. */
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
