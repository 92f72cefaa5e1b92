package benchmarks.targets;

import static benchmarks.report.Figures.percent;
import static benchmarks.targets.Sections.each;
import static benchmarks.targets.Sections.over;
import static benchmarks.targets.Sections.title;

import benchmarks.report.Figures;
import benchmarks.report.RowPlot;
import benchmarks.report.Table;
import benchmarks.users.UserRequestType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The figures by request type: [USITS] Figures 8, 9 and 11. */
final class TypeSections {
  private final Runs runs;
  private final String database;

  TypeSections(Runs runs, String database) {
    this.runs = runs;
    this.database = database;
  }

  Optional<Section> types() {
    List<Measurement> few = runs.of("usits-8", "16 users", database);
    List<Measurement> many = runs.of("usits-8", "1024 users", database);
    List<Measurement> some = Stream.concat(few.stream(), many.stream()).toList();
    if (many.isEmpty()) {
      return Optional.empty();
    }
    String text =
        Figures.text(
            "**usits-8, usits-9.** 90th percentile by type in ms, with %.0f %% logins; in brackets the"
                + " share refused. A login is not under the target.",
            100 * Scenarios.LOGINS);
    Table table =
        Table.across(
            "type", some, run -> title(run) + ", " + run.key().load().replace(" users", ""));
    for (String type : typesOf(some)) {
      table.row(type, some, "%s", run -> ofType(run, type));
    }
    String plot =
        typePlot(
            "Each request type with 1,024 users",
            "90th percentile, ms",
            many,
            type -> type + ".p90Millis",
            true);
    return Optional.of(new Section("usits-8", text, plot, Optional.of(table)));
  }

  private static Object ofType(Measurement run, String type) {
    String path = "all.types." + type;
    return Figures.text(
        "%.0f (%s)", run.number(path + ".p90Millis"), percent(run.number(path + ".refusedShare")));
  }

  private static List<String> typesOf(List<Measurement> some) {
    return Stream.of(UserRequestType.values())
        .map(UserRequestType::title)
        .filter(type -> some.stream().anyMatch(run -> run.names("all.types").contains(type)))
        .toList();
  }

  private static String typePlot(
      String title,
      String unit,
      List<Measurement> some,
      Function<String, String> path,
      boolean withTarget) {
    RowPlot plot = new RowPlot(title, unit, some.stream().map(Sections::title).toList());
    if (withTarget) {
      plot.goal(some.get(0).number("targetMillis"), "target");
    }
    for (String type : typesOf(some)) {
      double factor = withTarget ? 1 : 100;
      List<Double> values =
          some.stream()
              .map(run -> Math.rint(factor * run.number("all.types." + path.apply(type))))
              .toList();
      plot.row(type, false, values);
    }
    return plot.svg();
  }

  Optional<Section> single() {
    List<Measurement> some = runs.of("usits-11", "1.5x with logins", database);
    if (some.isEmpty()) {
      return Optional.empty();
    }
    String text =
        Figures.text(
            "**usits-11.** One controller in front of all stages, beside one for each stage, with"
                + " %.0f %% logins. Windows of 5 s over, share refused, worst type's share: %s.",
            100 * Scenarios.LOGINS,
            each(
                some,
                run ->
                    Figures.text(
                        "%s, %s, %.2f",
                        over(run, "all"),
                        percent(run.number("all.refusedShare")),
                        run.number("all.leastShareOfAType"))));
    String plot =
        typePlot(
            "Who pays for dear requests: refusals by type",
            "refused, %",
            some,
            type -> type + ".refusedShare",
            false);
    return Optional.of(new Section("usits-11", text, plot, Optional.empty()));
  }
}
