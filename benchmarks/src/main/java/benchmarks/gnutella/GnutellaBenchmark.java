package benchmarks.gnutella;

import benchmarks.report.Progress;
import gnutella.routing.QueueLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures it all, one after the other. */
final class GnutellaBenchmark {
  private static final int FEW = 5;
  private static final int MANY = 1_000;
  private static final long DAY_PACKETS = 24_800_000;
  private static final double DAY_SECONDS = 86_400;
  private static final int DAY_LOOKS = 24;
  private static final int SLOW_LOOKS = 30;
  private static final double SLOW_PER_SECOND = 1_000;
  private static final long SLOW_PACKETS = 3_000_000;
  static final double SLOW_SECONDS = SLOW_PACKETS / SLOW_PER_SECOND;

  private GnutellaBenchmark() {}

  /**
   * What was measured.
   *
   * @param few rounds with five peers
   * @param many rounds with a thousand
   */
  record Results(
      List<Throughput.Result> few,
      List<Throughput.Result> many,
      Alone.Result threshold,
      Alone.Result noThreshold,
      Alone.Result day,
      List<Remedies.Result> remedies) {}

  static int steps(int rounds) {
    int remedies = Remedies.ALL.size() * Remedies.RATES.size();
    return 2 * rounds + remedies + 2 * SLOW_LOOKS + DAY_LOOKS;
  }

  static Results run(int rounds, int processors, Duration warmUp, Duration time, Progress progress)
      throws IOException {
    List<Throughput.Result> few = new ArrayList<>();
    List<Throughput.Result> many = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      progress.step("round %d: %d peers", round, FEW);
      few.add(Throughput.measure(processors, FEW, FEW, warmUp, time));
      progress.step("round %d: %d peers", round, MANY);
      many.add(Throughput.measure(processors, MANY, FEW, warmUp, time));
    }
    List<Remedies.Result> remedies =
        Remedies.run(time, title -> progress.step("dear queries: %s", title));
    Alone.Result threshold =
        slow(QueueLimits.defaults(), look -> progress.step("a slow peer, with the threshold"));
    Alone.Result noThreshold =
        slow(
            new QueueLimits(Integer.MAX_VALUE, Integer.MAX_VALUE),
            look -> progress.step("a slow peer, without"));
    Alone.Result day =
        new Alone(QueueLimits.defaults(), false)
            .run(
                DAY_PACKETS,
                DAY_PACKETS / DAY_SECONDS,
                DAY_LOOKS,
                look -> progress.step("a day: hour %d", look));
    return new Results(few, many, threshold, noThreshold, day, remedies);
  }

  private static Alone.Result slow(QueueLimits limits, java.util.function.IntConsumer step) {
    return new Alone(limits, true).run(SLOW_PACKETS, SLOW_PER_SECOND, SLOW_LOOKS, step);
  }
}
