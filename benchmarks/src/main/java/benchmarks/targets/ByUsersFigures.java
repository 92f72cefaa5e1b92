package benchmarks.targets;

import static benchmarks.targets.FigureBench.steady;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import benchmarks.users.UserRequestType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** From one user to a thousand, one after the other: [SOSP] Figure 13, [USITS] Figures 8, 9, 11. */
final class ByUsersFigures {
  private ByUsersFigures() {}

  /** Words for a run with most users; the capacity is the most answers a second of any run. */
  @FunctionalInterface
  private interface Conclusion {
    String of(Summary summary, double target, double capacity);
  }

  static void clients(FigureBench bench) throws IOException, InterruptedException {
    draw(
        bench,
        "sosp-13",
        "1024 clients, T 5 s: p90 11.8 s, max 22.1 s, 98 % refused",
        "p90 ≤ T, max ≤ 1.3 T, refusals ≤ excess demand + 5 points",
        (summary, target, capacity) ->
            Figures.text(
                "p90 %.2f T, max %.2f T, refused %s (excess demand %s), %.0f answers/s",
                summary.percentile(90) / target,
                summary.percentile(100) / target,
                Figures.percent(summary.refused()),
                Figures.percent(Math.max(0, 1 - capacity / summary.askedPerSecond())),
                summary.perSecond()),
        Map.of("p90", s -> s.percentile(90), "max", s -> s.percentile(100)));
  }

  static void types(FigureBench bench) throws IOException, InterruptedException {
    draw(
        bench,
        "usits-8",
        "1024 users, T 10 s: search 18.1 s, list messages 9.28 s",
        "every type ≤ T; search refused within 10 points of the mean",
        (summary, target, capacity) ->
            Figures.text(
                "worst %s; search refused %s, mean %s",
                worst(summary, target),
                Figures.percent(summary.refused(UserRequestType.SEARCH)),
                Figures.percent(summary.refused())),
        Map.of(
            "search", s -> s.percentile(UserRequestType.SEARCH, 90),
            "list messages", s -> s.percentile(UserRequestType.LIST_MESSAGES, 90)));
  }

  static void search(FigureBench bench) throws IOException, InterruptedException {
    draw(
        bench,
        "usits-11",
        "128 users, T 10 s: search 22.2 s with none refused; 18.9 s with 53 % (single stage)."
            + " Not the same experiment: the paper compares one controller for searches alone with"
            + " one for each stage, while here one controller serves all types",
        "search ≤ .95 T; all types ≤ T",
        (summary, target, capacity) ->
            Figures.text(
                "search p90 %.2f T, %s refused; worst %s",
                summary.percentile(UserRequestType.SEARCH, 90) / target,
                Figures.percent(summary.refused(UserRequestType.SEARCH)),
                worst(summary, target)),
        Map.of("search", s -> s.percentile(UserRequestType.SEARCH, 90)));
  }

  private static String worst(Summary summary, double target) {
    ToDoubleFunction<UserRequestType> p90 = type -> summary.percentile(type, 90);
    return summary.types().stream()
        .max(Comparator.comparingDouble(p90))
        .map(type -> Figures.text("%s %.2f T", type.title(), p90.applyAsDouble(type) / target))
        .orElse("none");
  }

  private static void draw(
      FigureBench bench,
      String name,
      String paper,
      String goal,
      Conclusion words,
      Map<String, ToDoubleFunction<Summary>> lines)
      throws IOException, InterruptedException {
    Map<Integer, Map<Control, RunResult>> sweep = bench.sweep();
    for (Map.Entry<String, ToDoubleFunction<Summary>> line : lines.entrySet()) {
      String title = name.toUpperCase(Locale.ROOT) + ": " + line.getKey();
      Chart chart =
          new Chart(title, "users").logarithmic().panel("ms").target(bench.options.target);
      for (Control control : Control.values()) {
        List<Double> values = new ArrayList<>();
        sweep.forEach(
            (users, runs) -> values.add(line.getValue().applyAsDouble(steady(runs.get(control)))));
        chart.line(control.title, List.copyOf(sweep.keySet()), values);
      }
      bench.plot(name + "-" + line.getKey().replace(' ', '-'), chart);
    }
    double capacity =
        sweep.values().stream()
            .flatMap(runs -> runs.values().stream())
            .mapToDouble(run -> steady(run).perSecond())
            .max()
            .orElse(1);
    bench.number("capacityPerSecond", capacity);
    sweep.forEach(
        (users, runs) ->
            runs.forEach(
                (control, run) -> {
                  Summary phase = steady(run);
                  bench.number(users + " users, " + control.title, bench.map(phase));
                  // the last are the most users
                  bench.words(control, "%s", words.of(phase, bench.options.target, capacity));
                }));
    bench.add(name, name, paper, goal);
  }
}
