package benchmarks.targets;

import static benchmarks.report.Figures.percent;
import static benchmarks.targets.FigureBench.USERS;

import benchmarks.load.Accounts;
import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.targets.FigureBench.Service;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.RunResult;
import benchmarks.users.RunResult.Outcome;
import benchmarks.users.Summary;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Figures that show response times over the seconds of a run. */
final class TimeFigures {
  private static final int FEW = 3;
  private static final double LOAD = 0.8;
  private static final int SATURATING = 64;

  /** Share of the capacity without queueing, to count the requests of an action. */
  private static final double COUNTING = 0.3;

  /** Users of the open loop: enough for all requests in flight. */
  private static final int ARRIVING = 256;

  private static final String HIGH = "gold";
  private static final String LOW = "guest";
  private static final double LOWEST = 0.1;
  private static final int SLOWER = 5;

  /** A request has about five queries and takes about 5 ms under load. */
  private static final long LEAST_DELAY_MILLIS = 1;

  private TimeFigures() {}

  /** [USITS] Figures 7 and 10: a step from 3 to a thousand users, and back. */
  static void spike(FigureBench bench) throws Exception {
    double from = bench.seconds(8);
    double to = from + bench.seconds(60);
    double end = to + bench.seconds(8);
    Crowd crowd = Crowd.of(FEW).and(Accounts.STANDARD, USERS, from, to);
    Service service = bench.service();
    Map<Control, Rounds> runs =
        service.compare(
            () -> {
              service.control(Control.NONE);
              return service.run(Crowd.of(USERS), to - from, "capacity").steady().perSecond();
            },
            control -> service.run(crowd, end, "spike, " + control.title),
            run -> run.between(from, to).goodput(bench.target));
    String more = USERS + " users more";
    Chart times =
        bench
            .times("USITS 10: response time, 90th percentile of each second", end)
            .event(more, from, to);
    Chart refusals =
        new Chart("USITS 10: requests refused", "seconds")
            .until(end)
            .panel("share, %")
            .event(more, from, to);
    bench.number("users", USERS);
    runs.forEach(
        (control, rounds) -> {
          RunResult run = rounds.median().run();
          Summary spike = run.between(from, to);
          bench.run(control, run, times, spike);
          bench.number("capacityPerSecond beside " + control.title, rounds.median().capacity());
          refusals.steps(control.title, 1, refusedBySecond(run));
          bench.words(
              control,
              "over %s of 5 s windows, highest %.2f T (1 s: %.2f T; of all rounds %.2f T); goodput"
                  + " %s of capacity; refused %s; reaction %d s, recovery %d s; Jain %.2f; %d users"
                  + " unanswered",
              percent(spike.over(bench.target, 5)),
              spike.highestWindow(5) / bench.target,
              spike.highestWindow(1) / bench.target,
              rounds.highest(one -> one.between(from, to).highestWindow(1)) / bench.target,
              rounds.shares(),
              percent(spike.refused()),
              settled(spike.windows(1), bench.target),
              settled(run.between(to, end).windows(1), bench.target),
              spike.jain(),
              spike.neverAnswered());
        });
    bench.plot("usits-10", times);
    bench.plot("usits-10-refused", refusals);
    bench.add(
        "usits-10",
        "usits-7, usits-10",
        "3 → 1000 users, T 1 s: 70–80 % refused, p90 up to 4 T after the arrival",
        "≤ 2 % of 5 s windows over, highest ≤ 1.1 T (1 s: 1.3 T); goodput ≥ 95 % of capacity"
            + " (measured without control, at the quality that then falls); reaction, recovery"
            + " ≤ 2 s; Jain ≥ .85; no user without an answer");
  }

  private static List<Double> refusedBySecond(RunResult run) {
    return IntStream.range(0, (int) Math.ceil(run.seconds()))
        .mapToObj(second -> 100 * run.between(second, second + 1).refused())
        .toList();
  }

  /** Seconds until three successive windows of a second hold the target. */
  private static int settled(List<Double> windows, double target) {
    int size = windows.size();
    return IntStream.range(0, size)
        .filter(i -> windows.subList(i, Math.min(i + 3, size)).stream().allMatch(p -> p <= target))
        .findFirst()
        .orElse(size);
  }

  /** The cost of needless control: arrivals at 80 % of the capacity. */
  static void idleCost(FigureBench bench) throws Exception {
    Service service = bench.service();
    service.control(Control.NONE);
    double seconds = bench.seconds(15);
    double capacity =
        service.run(Crowd.of(SATURATING), bench.seconds(8), "capacity").steady().perSecond();
    // the open loop's rate is in actions; an action has several requests: bodies, lists after a
    // change
    double rate = COUNTING * capacity;
    RunResult counted = atRate(service, rate, bench.seconds(8), "requests of an action");
    double perAction = counted.steady().askedPerSecond() / rate;
    Map<Control, RunResult> runs =
        service.each(
            control ->
                atRate(
                    service, LOAD * capacity / perAction, seconds, "80 % load, " + control.title));
    Chart times = bench.times("80 % load: response time, 90th percentile of each second", seconds);
    bench.number("capacityPerSecond", capacity);
    runs.forEach(
        (control, run) -> {
          Summary phase = run.between(2, seconds);
          bench.run(control, run, times, phase);
          bench.words(
              control,
              "%s refused (%d of %d) at %.0f %% of capacity, p90 %.2f T",
              percent(phase.refused()),
              phase.count(Outcome.REFUSED),
              phase.requests(),
              100 * phase.askedPerSecond() / capacity,
              phase.percentile(90) / bench.target);
        });
    bench.plot("idle-cost", times);
    bench.add(
        "idle-cost",
        "idle-cost",
        "(ours) idle cost",
        "≤ .5 % refused at 80 % of capacity (measured without control, at the quality that then"
            + " falls), T ≥ 5 × S90");
  }

  private static RunResult atRate(Service service, double rate, double seconds, String what)
      throws Exception {
    return service.run(service.load(Habits.open(rate)), Crowd.of(ARRIVING), seconds, what);
  }

  /** [USITS] Figures 14 and 15: two classes; the high one arrives in the middle. */
  static void classes(FigureBench bench) throws Exception {
    int each = USERS / 2;
    double from = bench.seconds(10);
    double to = from + bench.seconds(15);
    double end = to + bench.seconds(5);
    Crowd crowd = Crowd.of(LOW, each).and(HIGH, each, from, to);
    Service service = bench.service();
    service.population.spread(List.of(HIGH, LOW));
    Map<Control, RunResult> runs;
    try {
      runs = service.each(control -> service.run(crowd, end, "classes, " + control.title));
    } finally {
      service.population.spread(List.of(Accounts.STANDARD));
    }
    bench.number("usersOfEachClass", each);
    runs.forEach(
        (control, run) -> {
          Summary high = run.of(HIGH, from, to);
          Summary low = run.of(LOW, from, to);
          String title = "USITS 14, " + control.title + ": 90th percentile of each second";
          Chart times =
              bench
                  .times(title, end)
                  .steps("high class", 1, run.of(HIGH, 0, end).windows(1))
                  .steps("low class", 1, run.of(LOW, 0, end).windows(1))
                  .event("high class", from, to);
          bench.plot("usits-14-" + control.name().toLowerCase(Locale.ROOT), times);
          bench.phase(control.title + ", high", high);
          bench.phase(control.title + ", low", low);
          bench.words(
              control,
              "high over in %s of 1 s windows (5 s: %s), refused %s, has %s of the answers; low:"
                  + " refused %s, p90 %.2f T; Jain %.2f and %.2f",
              percent(high.over(bench.target, 1)),
              percent(high.over(bench.target, 5)),
              percent(high.refused()),
              percent(high.perSecond() / Math.max(1, high.perSecond() + low.perSecond())),
              percent(low.refused()),
              low.percentile(90) / bench.target,
              high.jain(),
              low.jain());
        });
    bench.add(
        "usits-14",
        "usits-14, usits-15",
        "128 users of each class, T 10 s: low refused 87.9 %",
        "high over in ≤ 1 % of windows, its arrival included; high has ≥ 95 % of (1 − share of"
            + " the low)");
  }

  /** [USITS] Figures 12 and 13: quality reduction under overload. */
  static void degradation(FigureBench bench) throws Exception {
    double seconds = bench.seconds(60); // several times the wait after a refusal
    Service service = bench.service();
    Crowd crowd = Crowd.of(USERS); // too many even at the lowest quality
    Map<Control, Rounds> runs =
        service.compare(
            () -> atQuality(service, bench.seconds(20), LOWEST).steady().perSecond(),
            control -> service.run(crowd, seconds, control.title),
            run -> run.steady().perSecond());
    RunResult full = atQuality(service, seconds, 1); // shows the gain
    Chart times =
        bench
            .times("USITS 12, 13: 90th percentile of each second", seconds)
            .steps("full quality", 1, full.p90s());
    bench.phase("full quality", full.steady());
    runs.forEach(
        (control, rounds) -> {
          Summary phase = rounds.median().run().steady();
          bench.run(control, rounds.median().run(), times, phase);
          bench.number("lowest quality beside " + control.title, rounds.median().capacity());
          bench.words(
              control,
              "over %s of 5 s windows (1 s: %s), %s of lowest-quality capacity, refused %s",
              percent(phase.over(bench.target, 5)),
              percent(phase.over(bench.target, 1)),
              rounds.shares(),
              percent(phase.refused()));
        });
    bench.plot("usits-12", times);
    bench.add(
        "usits-12",
        "usits-12, usits-13",
        "oscillates around T 5 s; 99 % refused",
        "≤ 2 % of windows over; ≥ 90 % of lowest-quality capacity");
  }

  private static RunResult atQuality(Service service, double seconds, double quality)
      throws Exception {
    service.control(Control.DEADLINE, OptionalDouble.of(quality));
    return service.run(Crowd.of(USERS), seconds, "quality " + quality);
  }

  /** Half-way, a delay of the database's answers makes requests five times slower. */
  static void slowDatabase(FigureBench bench) throws Exception {
    Service service = bench.slowService();
    Duration usual = Duration.ofMillis(bench.options.delay);
    Duration delay = Duration.ofMillis(SLOWER * Math.max(LEAST_DELAY_MILLIS, bench.options.delay));
    double half = bench.seconds(10);
    double end = half + bench.seconds(20);
    int users = USERS / 4;
    Map<Control, RunResult> runs =
        service.each(
            control -> {
              service.database.delay(usual);
              return service.run(
                  service.load(Habits.closed()).at(half, () -> service.database.delay(delay)),
                  Crowd.of(users),
                  end,
                  "slow database, " + control.title);
            });
    service.database.delay(usual);
    double left = Figures.highest(runs.values(), run -> run.between(half, end).perSecond());
    double before = Figures.highest(runs.values(), run -> run.between(2, half).perSecond());
    Chart times =
        bench.times("Slow database: 90th percentile of each second", end).event("slow", half, end);
    bench.number("users", users);
    bench.number("delayMillisEachAnswer", delay.toMillis());
    bench.number("capacityBefore", before);
    bench.number("capacityLeft", left);
    runs.forEach(
        (control, run) -> {
          Summary slow = run.between(half, end);
          bench.run(control, run, times, slow);
          bench.words(
              control,
              "over %s of 5 s windows (1 s: %s), highest 1 s window %.2f T; goodput %s of the"
                  + " remaining capacity; refused %s",
              percent(slow.over(bench.target, 5)),
              percent(slow.over(bench.target, 1)),
              slow.highestWindow(1) / bench.target,
              percent(slow.goodput(bench.target) / left),
              percent(slow.refused()));
        });
    bench.plot("slow-database", times);
    bench.add(
        "slow-database",
        "slow-database",
        Figures.text("(ours) capacity %.1f times less half-way", before / left),
        "≤ 5 % of windows over; goodput ≥ 93 % of the remaining capacity");
  }
}
