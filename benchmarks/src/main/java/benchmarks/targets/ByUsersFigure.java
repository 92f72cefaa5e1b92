package benchmarks.targets;

import benchmarks.report.LineChart;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import benchmarks.users.UserRequestType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** From one user to a thousand, one after the other: [SOSP] Figure 13, [USITS] Figures 8, 9, 11. */
final class ByUsersFigure implements ServiceFigure {
  private final String name;
  private final String description;
  private final String paper;
  private final String reach;
  private final Conclusion words;
  private final Map<String, ToDoubleFunction<Summary>> lines;

  private ByUsersFigure(
      String name,
      String description,
      String paper,
      String reach,
      Conclusion words,
      Map<String, ToDoubleFunction<Summary>> lines) {
    this.name = name;
    this.description = description;
    this.paper = paper;
    this.reach = reach;
    this.words = words;
    this.lines = lines;
  }

  /** What is said of a run with most users. */
  @FunctionalInterface
  private interface Conclusion {
    /**
     * Says it.
     *
     * @param target in milliseconds
     * @param capacity the most answers a second that any run had
     */
    String of(Summary summary, double target, double capacity);
  }

  static ServiceFigure clients() {
    return new ByUsersFigure(
        "sosp-13",
        "p90 and longest response time by number of users",
        "1024 clients, T 5 s: p90 11.8 s, max 22.1 s, 98 % refused",
        "p90 ≤ T, max ≤ 1.3 T, refusals ≤ excess demand + 5 points",
        (summary, target, capacity) ->
            Text.of(
                "p90 %.2f T, max %.2f T, refused %s (excess demand %s), %.0f answers/s",
                summary.percentile(90) / target,
                summary.percentile(100) / target,
                Text.percent(summary.refused()),
                Text.percent(Math.max(0, 1 - capacity / summary.askedPerSecond())),
                summary.perSecond()),
        Map.of("p90", s -> s.percentile(90), "max", s -> s.percentile(100)));
  }

  static ServiceFigure types() {
    return new ByUsersFigure(
        "usits-8",
        "p90 of each request type by number of users (with usits-9)",
        "1024 users, T 10 s: search 18.1 s, list messages 9.28 s",
        "every type ≤ T; search refused within 10 points of the mean",
        (summary, target, capacity) ->
            Text.of(
                "worst %s; search refused %s, mean %s",
                worst(summary, target),
                Text.percent(summary.refused(UserRequestType.SEARCH)),
                Text.percent(summary.refused())),
        Map.of(
            "search", s -> s.percentile(UserRequestType.SEARCH, 90),
            "list messages", s -> s.percentile(UserRequestType.LIST_MESSAGES, 90)));
  }

  static ServiceFigure search() {
    return new ByUsersFigure(
        "usits-11",
        "each request type at high load, searches above all; not the paper's experiment",
        "128 users, T 10 s: search 22.2 s with none refused; 18.9 s with 53 % (single stage)."
            + " Not the same experiment: the paper compares one controller for searches alone with"
            + " one for each stage, while here one controller serves all types",
        "search ≤ .95 T; all types ≤ T",
        (summary, target, capacity) ->
            Text.of(
                "search p90 %.2f T, %s refused; worst %s",
                summary.percentile(UserRequestType.SEARCH, 90) / target,
                Text.percent(summary.refused(UserRequestType.SEARCH)),
                worst(summary, target)),
        Map.of("search", s -> s.percentile(UserRequestType.SEARCH, 90)));
  }

  private static String worst(Summary summary, double target) {
    String worst = "none";
    double highest = 0;
    for (UserRequestType type : summary.types()) {
      double p90 = summary.percentile(type, 90);
      if (p90 > highest) {
        highest = p90;
        worst = type.stage() + Text.of(" %.2f T", p90 / target);
      }
    }
    return worst;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void draw(FigureBench bench) throws IOException, InterruptedException {
    Map<Integer, Map<Control, RunResult>> sweep = bench.sweep();
    Map<Control, String> measured = new EnumMap<>(Control.class);
    Map<String, Object> figures = new LinkedHashMap<>();
    for (String line : lines.keySet()) {
      LineChart chart =
          new LineChart(
              name.toUpperCase(Locale.ROOT) + ": " + line + ", target " + bench.target() + " ms",
              "users",
              "ms");
      for (Control control : Control.values()) {
        List<Double> users = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        sweep.forEach(
            (count, runs) -> {
              users.add((double) count);
              values.add(lines.get(line).applyAsDouble(steady(runs.get(control))));
            });
        chart.line(control.title(), users, values);
      }
      bench.plot(name + "-" + line.replace(' ', '-'), chart.svg());
    }
    double capacity =
        sweep.values().stream()
            .flatMap(runs -> runs.values().stream())
            .mapToDouble(run -> steady(run).perSecond())
            .max()
            .orElse(1);
    figures.put("capacityPerSecond", capacity);
    sweep.forEach(
        (count, runs) ->
            runs.forEach(
                (control, run) -> {
                  Summary summary = steady(run);
                  figures.put(
                      count + " users, " + control.title(), Text.map(summary, bench.target()));
                  measured.put( // the last are the most users
                      control, words.of(summary, bench.target(), capacity));
                }));
    bench.row(name, new FigureBench.Row(name, paper, reach, measured), figures);
  }

  /** Without the second in which they all sign in. */
  private static Summary steady(RunResult run) {
    return run.between(1, run.seconds());
  }
}
