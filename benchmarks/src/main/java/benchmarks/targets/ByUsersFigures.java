package benchmarks.targets;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import benchmarks.users.UserRequestType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/** Figures by number of users, from 1 to 1,024: [SOSP] Figure 13, [USITS] Figures 8, 9, 11. */
final class ByUsersFigures {
  private ByUsersFigures() {}

  static void clients(FigureBench bench) throws Exception {
    draw(
        bench,
        "sosp-13",
        "1024 clients, T 5 s: p90 11.8 s, max 22.1 s, 98 % refused",
        "p90 ≤ T, max ≤ 1.3 T, refusals ≤ excess demand + 5 points",
        (summary, capacity) ->
            Figures.text(
                "p90 %.2f T, max %.2f T, refused %s (excess demand %s), %.0f answers/s",
                summary.percentile(90) / bench.target,
                summary.percentile(100) / bench.target,
                Figures.percent(summary.refused()),
                Figures.percent(Math.max(0, 1 - capacity / summary.askedPerSecond())),
                summary.perSecond()),
        Map.of("p90", s -> s.percentile(90), "max", s -> s.percentile(100)));
  }

  static void types(FigureBench bench) throws Exception {
    draw(
        bench,
        "usits-8",
        "1024 users, T 10 s: search 18.1 s, list messages 9.28 s",
        "every type ≤ T; search refused within 10 points of the mean",
        (summary, capacity) ->
            Figures.text(
                "worst %s; search refused %s, mean %s",
                worst(summary, bench.target),
                Figures.percent(summary.of(UserRequestType.SEARCH).refused()),
                Figures.percent(summary.refused())),
        Map.of(
            "search", s -> s.of(UserRequestType.SEARCH).percentile(90),
            "list messages", s -> s.of(UserRequestType.LIST_MESSAGES).percentile(90)));
  }

  static void search(FigureBench bench) throws Exception {
    draw(
        bench,
        "usits-11",
        "128 users, T 10 s: search 22.2 s with none refused; 18.9 s with 53 % (single stage)."
            + " Not the same experiment: the paper compares one controller for searches alone with"
            + " one for each stage, while here one controller serves all types",
        "search ≤ .95 T; all types ≤ T",
        (summary, capacity) ->
            Figures.text(
                "search p90 %.2f T, %s refused; worst %s",
                summary.of(UserRequestType.SEARCH).percentile(90) / bench.target,
                Figures.percent(summary.of(UserRequestType.SEARCH).refused()),
                worst(summary, bench.target)),
        Map.of("search", s -> s.of(UserRequestType.SEARCH).percentile(90)));
  }

  private static String worst(Summary summary, double target) {
    ToDoubleFunction<UserRequestType> p90 = type -> summary.of(type).percentile(90);
    return summary.types().stream()
        .max(Comparator.comparingDouble(p90))
        .map(type -> Figures.text("%s %.2f T", type.title(), p90.applyAsDouble(type) / target))
        .orElse("none");
  }

  /**
   * Draws a figure.
   *
   * @param words text for a run with most users and the capacity, the highest rate of any run
   * @param lines figures by name; each has its own plot
   */
  private static void draw(
      FigureBench bench,
      String name,
      String paper,
      String goal,
      BiFunction<Summary, Double, String> words,
      Map<String, ToDoubleFunction<Summary>> lines)
      throws Exception {
    Map<Integer, Map<Control, RunResult>> sweep = bench.sweep();
    for (Map.Entry<String, ToDoubleFunction<Summary>> line : lines.entrySet()) {
      String title = name.toUpperCase(Locale.ROOT) + ": " + line.getKey();
      Chart chart = new Chart(title, "users").logarithmic().panel("ms").target(bench.target);
      for (Control control : Control.values()) {
        List<Double> values =
            sweep.values().stream()
                .map(runs -> line.getValue().applyAsDouble(runs.get(control).steady()))
                .toList();
        chart.line(control.title, List.copyOf(sweep.keySet()), values);
      }
      bench.plot(name + "-" + line.getKey().replace(' ', '-'), chart);
    }
    List<RunResult> all = sweep.values().stream().flatMap(r -> r.values().stream()).toList();
    double capacity = Figures.highest(all, run -> run.steady().perSecond());
    bench.number("capacityPerSecond", capacity);
    sweep.forEach(
        (users, runs) ->
            runs.forEach(
                (control, run) -> {
                  bench.phase(users + " users, " + control.title, run.steady());
                  // the last call, with most users, wins
                  bench.words(control, "%s", words.apply(run.steady(), capacity));
                }));
    bench.add(name, name, paper, goal);
  }
}
