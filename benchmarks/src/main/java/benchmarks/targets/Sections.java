package benchmarks.targets;

import static benchmarks.report.Figures.percent;

import benchmarks.report.Figures;
import benchmarks.report.LinePlot;
import benchmarks.report.RowPlot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The papers' figures and ours, each with a plot, from the stored runs. */
final class Sections {
  private static final String SECONDS = "seconds of the run";
  private static final String P90 = "90th percentile of each second, ms";

  private final Runs runs;
  private final String database;
  private final TypeSections byType;

  /** Figures measured on one database. */
  Sections(Runs runs, String database) {
    this.runs = runs;
    this.database = database;
    this.byType = new TypeSections(runs, database);
  }

  /** The figures with runs, in the order of the page. */
  List<Section> all() {
    return Stream.<Optional<Section>>of(
            times(
                Catalogue.ABSENCE,
                Catalogue.times(10),
                "all",
                "ten times the capacity for more than two periods"),
            spike(),
            byType.types(),
            byType.single(),
            times("usits-12", "2x", "all", "quality and admission at twice the capacity"),
            classes(),
            retries(),
            storm(),
            times(
                "slow-database",
                "0.8x, then slow",
                "slow",
                "each answer of the database 5 ms later"),
            nodes())
        .flatMap(Optional::stream)
        .toList();
  }

  private List<Measurement> rows(String figure, String load) {
    return runs.of(figure, load, database);
  }

  static String title(Measurement run) {
    return run.text("row.title");
  }

  static String each(List<Measurement> some, Function<Measurement, String> words) {
    return String.join(
        "; ", some.stream().map(run -> title(run) + " " + words.apply(run)).toList());
  }

  static String over(Measurement run, String phase) {
    return Figures.text(
        "%.0f of %.0f", run.number(phase + ".windowsOf5sOver"), run.number(phase + ".windowsOf5s"));
  }

  /** A plot's title that says how our controller, and the worst other, held the target. */
  private static String finding(String what, List<Measurement> some, String phase) {
    Stream<Measurement> ours = some.stream().filter(run -> run.key().row().equals(Row.OURS));
    Stream<Measurement> worst =
        some.stream()
            .filter(run -> !run.key().row().equals(Row.OURS))
            .max(Comparator.comparing(run -> run.number(phase + ".windowsOf5sOver")))
            .stream();
    List<String> words =
        Stream.concat(ours, worst).map(run -> run.key().row() + " " + over(run, phase)).toList();
    return what + "; windows over: " + String.join(", ", words);
  }

  private static LinePlot target(LinePlot plot, Measurement run) {
    double target = run.number("targetMillis");
    return plot.logarithmic().target(target, Figures.text("target %.0f ms", target));
  }

  private Optional<Section> spike() {
    List<Measurement> some = rows("usits-10", "spike");
    if (some.isEmpty()) {
      return Optional.empty();
    }
    Measurement first = some.get(0);
    LinePlot plot =
        target(new LinePlot(finding("1,021 users join 3", some, "spike"), SECONDS, P90), first)
            .event("1,024 users", first.number("from"), first.number("to"));
    some.forEach(run -> plot.steps(run.key().row(), 1, run.series("all.p90BySecond")));
    String text =
        Figures.text(
            "**usits-7, usits-10.** The papers' users, who return 5 s after a refusal. Windows of 5 s"
                + " over, and refused: %s. The stage *list messages* admitted, in the median second"
                + " of the spike: %s.",
            each(some, r -> over(r, "spike") + ", " + percent(r.number("spike.refusedShare"))),
            each(some, r -> Figures.text("%.0f/s", admitted(r))));
    return Optional.of(new Section("usits-10", text, plot.svg(), Optional.empty()));
  }

  private static double admitted(Measurement run) {
    List<Double> rates = run.series("admittedBySecond");
    int from = (int) Math.min(rates.size(), Math.ceil(run.number("from")));
    int to = (int) Math.min(rates.size(), run.number("to"));
    return Figures.median(rates.subList(Math.min(from, to), to), rate -> rate);
  }

  /** A figure of response times over the run, a line for each row. */
  private Optional<Section> times(String name, String load, String phase, String what) {
    List<Measurement> some = rows(name, load);
    if (some.isEmpty()) {
      return Optional.empty();
    }
    LinePlot plot =
        target(new LinePlot(finding(sentence(what), some, phase), SECONDS, P90), some.get(0));
    double from = some.get(0).number("from");
    if (!Double.isNaN(from)) {
      plot.event("slow", from, some.get(0).number("seconds"));
    }
    some.forEach(run -> plot.steps(run.key().row(), 1, run.series("all.p90BySecond")));
    String text =
        Figures.text(
            "**%s.** Windows of 5 s over, full answers a second, all answers within the target, mean"
                + " quality: %s.",
            name.equals("usits-12") ? "usits-12, usits-13" : name,
            each(
                some,
                run ->
                    Figures.text(
                        "%s, %.0f, %.0f, %.2f",
                        over(run, phase),
                        run.number(phase + ".fullGoodput"),
                        run.number(phase + ".goodput"),
                        run.number(phase + ".meanQuality"))));
    return Optional.of(new Section(name, text, plot.svg(), Optional.empty()));
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private Optional<Section> classes() {
    List<Measurement> some =
        Stream.of("one class", "two classes")
            .map(load -> runs.find("usits-14", Row.OURS, load, database))
            .flatMap(Optional::stream)
            .toList();
    if (some.isEmpty()) {
      return Optional.empty();
    }
    Measurement first = some.get(0);
    LinePlot plot =
        target(
                new LinePlot(
                    "High users arrive, with one class for all and with two", SECONDS, P90),
                first)
            .event("high users", first.number("from"), first.number("to"));
    List<String> words = new ArrayList<>();
    for (Measurement run : some) {
      String load = run.key().load();
      plot.steps("high, " + load, 1, run.series("highBySecond"));
      plot.steps("low, " + load, 1, run.series("lowBySecond"));
      words.add(
          Figures.text(
              "%s: high %s over, %s refused; low %s over, %s refused, %.0f of %.0f users never"
                  + " answered, Jain %.2f",
              load,
              over(run, "high"),
              percent(run.number("high.refusedShare")),
              over(run, "low"),
              percent(run.number("low.refusedShare")),
              run.number("low.usersNeverAnswered"),
              run.number("low.usersAsking"),
              run.number("low.jain")));
    }
    String text =
        "**usits-14, usits-15.** "
            + sentence(String.join(". With ", words))
            + ". A low user who is out of turn is asked to return in up to 180 s, after this phase.";
    return Optional.of(new Section("usits-14", text, plot.svg(), Optional.empty()));
  }

  private Optional<Section> retries() {
    List<String> loads = List.of("obedient", "fixed", "at once");
    RowPlot plot =
        new RowPlot(
            "1,024 users who return when told, after 5 s, or at once",
            "full answers within the target, % of the capacity",
            loads);
    List<String> words = new ArrayList<>();
    for (String row : runs.rows("retries")) {
      List<Double> shares = new ArrayList<>();
      List<Measurement> some = new ArrayList<>();
      for (String load : loads) {
        Optional<Measurement> run = runs.find("retries", row, load, database);
        shares.add(run.map(found -> Math.rint(100 * Runs.share(found))).orElse(Double.NaN));
        run.ifPresent(some::add);
      }
      if (!some.isEmpty()) {
        plot.row(title(some.get(0)), row.equals(Row.OURS), shares);
        List<String> counts = some.stream().map(run -> over(run, "all")).toList();
        words.add(title(some.get(0)) + " " + String.join(", ", counts));
      }
    }
    String text =
        "**Retries.** Windows of 5 s over, in the same order: " + String.join("; ", words) + ".";
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(new Section("retries", text, plot.svg(), Optional.empty()));
  }

  private Optional<Section> storm() {
    List<Measurement> some = rows("retry-storm", "most leave");
    if (some.isEmpty()) {
      return Optional.empty();
    }
    LinePlot plot =
        target(
                new LinePlot(finding("992 of 1,024 leave", some, "afterwards"), SECONDS, P90),
                some.get(0))
            .event("storm", 0, some.get(0).number("to"));
    some.forEach(run -> plot.steps(run.key().row(), 1, run.series("all.p90BySecond")));
    Function<Measurement, String> settled =
        run -> {
          double seconds = run.number("afterwards.settlingSeconds");
          return Double.isNaN(seconds) ? "never" : Figures.text("%.0f s", seconds);
        };
    String text =
        Figures.text(
            "**Retry storm.** Seconds until the target holds to the end. All but 32 leave: %s. Half"
                + " leave: %s.",
            each(some, settled), each(rows("retry-storm", "half leave"), settled));
    return Optional.of(new Section("retry-storm", text, plot.svg(), Optional.empty()));
  }

  private Optional<Section> nodes() {
    List<Measurement> some = rows("two-nodes", "2x");
    if (some.isEmpty()) {
      return Optional.empty();
    }
    LinePlot plot =
        target(
            new LinePlot(finding("Two nodes at 2 ×, one of them", some, "first"), SECONDS, P90),
            some.get(0));
    for (Measurement run : some) {
      plot.steps(run.key().row() + ", 1", 1, run.series("first.p90BySecond"));
      plot.steps(run.key().row() + ", 2", 1, run.series("second.p90BySecond"));
    }
    String text =
        "**Two nodes.** Windows of 5 s over on each: "
            + each(some, run -> over(run, "first") + " and " + over(run, "second"))
            + ".";
    return Optional.of(new Section("two-nodes", text, plot.svg(), Optional.empty()));
  }
}
