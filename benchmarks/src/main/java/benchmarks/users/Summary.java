package benchmarks.users;

import benchmarks.load.Sample;
import benchmarks.report.Figures;
import benchmarks.users.RunResult.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Figures of a phase of a run: of the requests that ended in it, however they began, unless a
 * method says otherwise. Times are in milliseconds. For one thread; it reads a snapshot.
 */
public final class Summary {
  /** A type with fewer requests says nothing about its share of the answers. */
  private static final int FEWEST_OF_A_TYPE = 20;

  /** Part of a phase in which the arrival of its users breaks sessions. */
  private static final double REACTION_SECONDS = 5;

  private final Selection selection;
  private final Requests requests;
  private final double from;
  private final double to;
  private final int[] ended;
  private final Map<Outcome, Histogram> times = new EnumMap<>(Outcome.class);
  private UserFigures users;

  /** Requests of a class, or null for all, and of a type, or null for all, in a phase. */
  record Selection(
      RunResult run, String serviceClass, UserRequestType type, double from, double to) {
    boolean includes(int index) {
      Requests requests = run.requests();
      return (type == null || requests.type(index) == type)
          && (serviceClass == null
              || run.users().get(requests.user(index)).serviceClass().equals(serviceClass));
    }
  }

  Summary(Selection selection) {
    this.selection = selection;
    this.requests = selection.run.requests();
    this.from = selection.from;
    this.to = selection.to;
    this.ended =
        IntStream.range(requests.firstFrom(from), requests.firstFrom(to))
            .filter(selection::includes)
            .toArray();
    for (Outcome outcome : Outcome.values()) {
      times.put(outcome, Sample.histogram());
    }
    for (int i : ended) {
      Sample.recordMillis(times.get(requests.outcome(i)), requests.millis(i));
    }
  }

  /** Figures of one request type. */
  public Summary of(UserRequestType type) {
    return new Summary(new Selection(selection.run, selection.serviceClass, type, from, to));
  }

  /** Types with requests, answered or not. */
  public List<UserRequestType> types() {
    return Arrays.stream(ended).mapToObj(requests::type).distinct().sorted().toList();
  }

  /** Figures of the same phase without its first seconds, in which the service still reacts. */
  Summary settled() {
    double begin = Math.min(to, from + REACTION_SECONDS);
    return new Summary(
        new Selection(selection.run, selection.serviceClass, selection.type, begin, to));
  }

  // ---- rates

  /** The number of requests with this outcome. */
  public int count(Outcome outcome) {
    return (int) times.get(outcome).getTotalCount();
  }

  /** The number of requests. */
  public int requests() {
    return ended.length;
  }

  /** Share of the requests that were refused. */
  public double refused() {
    return (double) count(Outcome.REFUSED) / Math.max(1, requests());
  }

  /** Requests a second, answered or not. */
  public double askedPerSecond() {
    return perSecond(requests());
  }

  /** Answered requests a second. */
  public double perSecond() {
    return perSecond(count(Outcome.OK));
  }

  /** Requests answered within the target, a second. */
  public double goodput(double targetMillis) {
    return perSecond(answers().filter(i -> requests.millis(i) <= targetMillis).count());
  }

  /** Requests answered with full quality within the target, a second. */
  public double fullGoodput(double targetMillis) {
    return perSecond(
        answers()
            .filter(i -> requests.millis(i) <= targetMillis)
            .filter(i -> requests.quality(i) >= Requests.FULL_QUALITY)
            .count());
  }

  /** Mean quality of the answers, from 0 to 1; NaN without answers. */
  public double meanQuality() {
    return answers().mapToDouble(requests::quality).average().orElse(Double.NaN);
  }

  private IntStream answers() {
    return answers(0, ended.length);
  }

  private IntStream answers(int begin, int end) {
    return Arrays.stream(ended, begin, end).filter(i -> requests.outcome(i) == Outcome.OK);
  }

  private double perSecond(long count) {
    return to > from ? count / (to - from) : 0;
  }

  /**
   * The lowest share, of any type, of its requests that are answered, in proportion to the same
   * share of all requests: 1 if all types are served alike, 0 if a type is not served at all. It
   * leaves out types with few requests.
   */
  public double leastShareOfAType() {
    double all = answeredShare();
    return types().stream()
        .map(this::of)
        .filter(type -> type.requests() >= FEWEST_OF_A_TYPE)
        .mapToDouble(type -> all == 0 ? 0 : type.answeredShare() / all)
        .min()
        .orElse(1);
  }

  private double answeredShare() {
    return (double) count(Outcome.OK) / Math.max(1, requests());
  }

  // ---- times

  /** A percentile of the answered requests' response times; 0 if there are none. */
  public double percentile(double percentile) {
    return Figures.millis(times.get(Outcome.OK), percentile);
  }

  /** A percentile of the times until a refusal; 0 if there are none. */
  public double refusalPercentile(double percentile) {
    return Figures.millis(times.get(Outcome.REFUSED), percentile);
  }

  /** A percentile of the times until a failure; 0 if there are none. */
  public double failurePercentile(double percentile) {
    return Figures.millis(times.get(Outcome.FAILED), percentile);
  }

  /**
   * 90th percentile of each window of the phase, in turn.
   *
   * @param seconds length of a window
   * @return NaN for a window without answers
   */
  public List<Double> windows(double seconds) {
    int count = (int) Math.max(1, Math.floor((to - from) / seconds + 1e-9));
    List<Double> p90s = new ArrayList<>();
    int begin = 0;
    for (int window = 1; window <= count; window++) {
      int end = begin; // the requests are in the order of their ends
      while (end < ended.length
          && requests.endMicros(ended[end]) < (from + window * seconds) * 1e6) {
        end++;
      }
      p90s.add(p90(millis(answers(begin, end))));
      begin = end;
    }
    return p90s;
  }

  private double[] millis(IntStream indexes) {
    return indexes.mapToDouble(requests::millis).sorted().toArray();
  }

  private static double p90(double[] sorted) {
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(0.9 * sorted.length) - 1];
  }

  /** Number of windows without answers or with a 90th percentile over the target. */
  public int overCount(double targetMillis, double seconds) {
    return (int) windows(seconds).stream().filter(p90 -> !(p90 <= targetMillis)).count();
  }

  /** Share of the windows without answers or with a 90th percentile over the target. */
  public double over(double targetMillis, double seconds) {
    return (double) overCount(targetMillis, seconds) / windows(seconds).size();
  }

  /** The highest 90th percentile of a window. */
  public double highestWindow(double seconds) {
    return Figures.highest(windows(seconds), p90 -> p90.isNaN() ? 0 : p90);
  }

  /**
   * Seconds from the start of the phase until windows of a second hold the target to its end: the
   * reaction to a step of the load with which the phase starts, or the recovery after it.
   *
   * @return infinite if the last window is over the target
   */
  public double settling(double targetMillis) {
    List<Double> windows = windows(1);
    int settled = windows.size();
    while (settled > 0 && windows.get(settled - 1) <= targetMillis) {
      settled--;
    }
    return settled == windows.size() ? Double.POSITIVE_INFINITY : settled;
  }

  // ---- users

  private UserFigures users() {
    if (users == null) {
      users = new UserFigures(selection);
    }
    return users;
  }

  /** Users who sent requests in the phase or still wait for an answer to an earlier one. */
  public int asking() {
    return users().asking();
  }

  /** Users who asked and got no answer. */
  public long neverAnswered() {
    return users().neverAnswered();
  }

  /** The longest time from a user's first request after an answer to its next answer, in s. */
  public double longestAbsence() {
    return users().longestAbsence();
  }

  /** Users with a longer absence. */
  public long absentLongerThan(double seconds) {
    return users().absentLongerThan(seconds);
  }

  /** The users' sessions. */
  public Sessions sessions() {
    return users().sessions();
  }

  /** Jain's fairness index of the users' answered requests. */
  public double jain() {
    return users().jain();
  }

  /** Jain's fairness index of the share of each user's requests that are answered. */
  public double jainOfShares() {
    return users().jainOfShares();
  }

  // ---- output

  /** The figures of a line of progress. */
  public String inShort() {
    return Figures.text(
        "p90 %.0f ms, %d answered, %d refused, %d failed",
        percentile(90), count(Outcome.OK), count(Outcome.REFUSED), count(Outcome.FAILED));
  }

  /** For JSON, without the figures that need a target. */
  public Map<String, Object> asMap() {
    return SummaryMap.of(this);
  }

  /** For JSON: all figures. */
  public Map<String, Object> asMap(double targetMillis) {
    return SummaryMap.of(this, targetMillis);
  }
}
