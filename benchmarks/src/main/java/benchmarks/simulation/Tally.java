package benchmarks.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts a run, from the arrival of its load on. Times in nanoseconds. */
final class Tally {
  private static final long SECOND = 1_000_000_000;

  /** With fewer answers in a window, chance decides its 90th percentile. */
  private static final int LEAST_ANSWERS = 20;

  private final long start;
  private final double targetNanos;
  private final int[] asked = new int[MailType.MIX.size()];
  private final int[] answered = new int[MailType.MIX.size()];
  private final int[] byUser;
  private final List<Seconds> seconds = new ArrayList<>();
  private int refused;
  private int within;
  private int withinFull;

  /** The response times of a second, by type. */
  private static final class Seconds {
    final List<List<Long>> times = new ArrayList<>();
    boolean asked;

    Seconds() {
      MailType.MIX.forEach(type -> times.add(new ArrayList<>()));
    }
  }

  Tally(long start, double targetNanos, int users) {
    this.start = start;
    this.targetNanos = targetNanos;
    this.byUser = new int[users];
  }

  private Seconds second(long now) {
    int index = (int) ((now - start) / SECOND);
    while (seconds.size() <= index) {
      seconds.add(new Seconds());
    }
    return seconds.get(index);
  }

  void asked(int type, long now) {
    if (now >= start) {
      second(now).asked = true;
      asked[type]++;
    }
  }

  void refused() {
    refused++;
  }

  void answered(int type, int user, long sent, boolean full, long now) {
    if (sent < start) {
      return;
    }
    long took = now - sent;
    second(now).times.get(type).add(took);
    answered[type]++;
    byUser[user]++;
    if (took <= targetNanos) {
      within++;
      withinFull += full ? 1 : 0;
    }
  }

  Outcome outcome(double capacity, long end) {
    double run = capacity * (end - start) / SECOND;
    double all = Math.max(1, sum(asked));
    return new Outcome(
        over(5, end),
        over(1, end),
        within / run,
        withinFull / run,
        refused / all,
        leastShare(),
        jain(),
        Arrays.stream(byUser).filter(count -> count == 0).count() / (double) byUser.length);
  }

  private static long sum(int[] counts) {
    return Arrays.stream(counts).asLongStream().sum();
  }

  /** Share of the windows over target. A window with requests and no answer is over. */
  private double over(int length, long end) {
    int complete = (int) ((end - start) / SECOND) / length;
    int over = 0;
    for (int window = 0; window < complete; window++) {
      int from = Math.min(seconds.size(), window * length);
      int to = Math.min(seconds.size(), from + length);
      over += isOver(seconds.subList(from, to)) ? 1 : 0;
    }
    return (double) over / complete;
  }

  private boolean isOver(List<Seconds> window) {
    boolean wasAsked = window.stream().anyMatch(second -> second.asked);
    int answers = 0;
    for (int type = 0; type < MailType.MIX.size(); type++) {
      int of = type;
      long[] times =
          window.stream()
              .flatMap(second -> second.times.get(of).stream())
              .mapToLong(Long::longValue)
              .sorted()
              .toArray();
      answers += times.length;
      if (times.length >= LEAST_ANSWERS
          && times[(int) Math.ceil(0.9 * times.length) - 1] > targetNanos) {
        return true;
      }
    }
    return wasAsked && answers == 0;
  }

  private double leastShare() {
    double all = (double) sum(answered) / Math.max(1, sum(asked));
    double least = 1;
    for (int type = 0; type < asked.length; type++) {
      if (asked[type] > 0 && all > 0) {
        least = Math.min(least, (double) answered[type] / asked[type] / all);
      }
    }
    return all == 0 ? 0 : least;
  }

  private double jain() {
    double squares = Arrays.stream(byUser).mapToDouble(x -> (double) x * x).sum();
    double sum = sum(byUser);
    return sum == 0 ? 0 : sum * sum / (byUser.length * squares);
  }
}
