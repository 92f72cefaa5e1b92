package benchmarks.users;

import benchmarks.load.Sample;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.users.Samples.Outcome;
import benchmarks.users.Samples.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** Figures of the requests that ended within a phase of a run. Times in milliseconds. */
public final class Summary {
  private final double from;
  private final double to;
  private final List<Request> answered = new ArrayList<>();
  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private final Map<UserRequestType, Histogram> types = new EnumMap<>(UserRequestType.class);
  private final Map<UserRequestType, int[]> asked = new EnumMap<>(UserRequestType.class);
  private final Map<Integer, Integer> successes = new HashMap<>();
  private final Histogram all = Sample.histogram();

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
              if (!filter.test(request)) {
                return;
              }
              if (request.endMillis() < end * 1e3) {
                summary.add(request);
              } else if (request.endMillis() - request.millis() < end * 1e3) {
                summary.successes.merge(request.user(), 0, Integer::sum); // asked, and still waits
              }
            });
    return summary;
  }

  private void add(Request request) {
    outcomes.merge(request.outcome(), 1, Integer::sum);
    int[] counts = asked.computeIfAbsent(request.type(), type -> new int[2]);
    counts[0]++;
    successes.merge(request.user(), request.outcome() == Outcome.OK ? 1 : 0, Integer::sum);
    if (request.outcome() == Outcome.OK) {
      answered.add(request);
      long nanos = Math.min((long) (request.millis() * 1e6), all.getHighestTrackableValue());
      all.recordValue(nanos);
      types.computeIfAbsent(request.type(), type -> Sample.histogram()).recordValue(nanos);
    } else if (request.outcome() == Outcome.REFUSED) {
      counts[1]++;
    }
  }

  /** How many ended so. */
  public int count(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0);
  }

  /** How many ended. */
  public int requests() {
    return outcomes.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Share of the requests that were refused. */
  public double refused() {
    return (double) count(Outcome.REFUSED) / Math.max(1, requests());
  }

  /** Share of a type's requests that were refused. */
  public double refused(UserRequestType type) {
    int[] counts = asked.getOrDefault(type, new int[2]);
    return (double) counts[1] / Math.max(1, counts[0]);
  }

  /** A percentile of the answered requests' response times; 0 if there are none. */
  public double percentile(double percentile) {
    return Figures.millis(all, percentile);
  }

  /** A percentile of one type. */
  public double percentile(UserRequestType type, double percentile) {
    Histogram times = types.get(type);
    return times == null ? 0 : Figures.millis(times, percentile);
  }

  /** Types of which there were answers. */
  public List<UserRequestType> types() {
    return List.copyOf(types.keySet());
  }

  /** Requests a second, answered or not. */
  public double askedPerSecond() {
    return requests() / (to - from);
  }

  /** Answered requests a second. */
  public double perSecond() {
    return answered.size() / (to - from);
  }

  /** Requests a second that were answered within the target. */
  public double goodput(double targetMillis) {
    return answered.stream().filter(request -> request.millis() <= targetMillis).count()
        / (to - from);
  }

  /**
   * 90th percentile of each window of the phase, in turn.
   *
   * @param seconds length of a window
   * @return NaN where nothing was answered
   */
  public List<Double> windows(double seconds) {
    int count = (int) Math.max(1, Math.floor((to - from) / seconds + 1e-9));
    List<List<Double>> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      windows.add(new ArrayList<>());
    }
    for (Request request : answered) {
      int window = (int) ((request.endMillis() / 1e3 - from) / seconds);
      if (window < count) {
        windows.get(window).add(request.millis());
      }
    }
    return windows.stream().map(Summary::p90).toList();
  }

  private static double p90(List<Double> values) {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(0.9 * sorted.length) - 1];
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

  /** How it goes, in a few words. */
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
