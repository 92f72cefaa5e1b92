package benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.targets.Goal.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the repository against its stored runs, and the machinery against hand-made runs. */
class TargetsPageTest {
  private static final Path EVALUATION = Path.of("..", "docs", "evaluation");
  private static final Pattern CLAIM = Pattern.compile("<!-- claim: ([a-z0-9-]+) -->");
  private static final int MOST_LINES = 200;

  @TempDir private Path folder;

  private static Map<String, Verdict> verdicts(List<Measurement> runs) {
    return new Goals(new Runs(runs))
        .all().stream().collect(Collectors.toMap(Goal::name, Goal::verdict));
  }

  private static List<Measurement> with(Measurement other) {
    List<Measurement> runs = new ArrayList<>(StoredRuns.good());
    runs.removeIf(run -> run.key().equals(other.key()));
    runs.add(other);
    return runs;
  }

  /** What keeps this page from saying something else than its runs. */
  private static List<String> differences(Path folder) throws IOException {
    TargetsPage page = new TargetsPage(RunStore.published(folder));
    String text = Files.readString(folder.resolve(TargetsPage.PAGE));
    List<String> differences = new ArrayList<>();
    page.sections()
        .forEach(
            (name, section) -> {
              String begin = "<!-- measured " + name + ": begin; written by the benchmark -->\n\n";
              if (!text.contains(begin + section + "\n\n<!-- measured " + name + ": end -->")) {
                differences.add("section " + name);
              }
            });
    for (Map.Entry<String, String> plot : page.plots().entrySet()) {
      Path file = folder.resolve(plot.getKey());
      if (!Files.exists(file) || !Files.readString(file).equals(plot.getValue())) {
        differences.add(plot.getKey());
      }
    }
    return differences;
  }

  @Test
  void thePageSaysWhatItsRunsSay() throws IOException {
    assertThat(differences(EVALUATION)).isEmpty();
    assertThat(Files.readAllLines(EVALUATION.resolve(TargetsPage.PAGE)).size())
        .isLessThanOrEqualTo(MOST_LINES);
  }

  @Test
  void noPageClaimsAGoalThatIsNotReached() throws IOException {
    Map<String, Verdict> verdicts = verdicts(RunStore.published(EVALUATION));
    List<Path> pages = new ArrayList<>(List.of(Path.of("..", "README.md")));
    try (Stream<Path> docs = Files.walk(Path.of("..", "docs"))) {
      docs.filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("decisions"))
          .forEach(pages::add);
    }
    for (Path page : pages) {
      assertThat(broken(Files.readString(page), verdicts)).as(page.toString()).isEmpty();
    }
  }

  /** Claims of a page that its runs do not support. */
  private static List<String> broken(String page, Map<String, Verdict> verdicts) {
    Matcher claims = CLAIM.matcher(page);
    return claims
        .results()
        .map(claim -> claim.group(1))
        .filter(name -> verdicts.get(name) != Verdict.REACHED)
        .toList();
  }

  @Test
  void aChangedRunMakesThePageWrong() throws IOException {
    RunStore store = new RunStore(folder.resolve("work"));
    for (Measurement run : StoredRuns.good()) {
      store.store(run.key(), figures(run));
    }
    store.publish(folder);
    new TargetsPage(RunStore.published(folder)).write(folder);
    assertThat(differences(folder)).isEmpty();
    Path file = folder.resolve("targets-matrix-ours.json");
    String runs = Files.readString(file);
    Files.writeString(file, runs.replaceFirst("\"windowsOf5sOver\":0", "\"windowsOf5sOver\":1"));
    assertThat(differences(folder)).contains("section controllers");
  }

  private static Map<String, Object> figures(Measurement run) {
    Map<String, Object> figures = benchmarks.report.Json.map();
    run.json().entrySet().forEach(member -> figures.put(member.getKey(), member.getValue()));
    figures.remove("key");
    return figures;
  }

  @Test
  void oneWindowOverTheTargetMissesTheGoal() {
    assertThat(verdicts(StoredRuns.good())).containsEntry("no-window-over", Verdict.REACHED);
    Measurement over = StoredRuns.matrix("deadline", "2x", "windowsOf5sOver", 1);
    Map<String, Verdict> verdicts = verdicts(with(over));
    assertThat(verdicts).containsEntry("no-window-over", Verdict.MISSED);
    assertThat(verdicts).containsEntry("goodput-2x", Verdict.REACHED);
    assertThat(broken("Holds. <!-- claim: no-window-over -->", verdicts))
        .containsExactly("no-window-over");
    assertThat(broken("Holds. <!-- claim: goodput-2x -->", verdicts)).isEmpty();
    assertThat(broken("<!-- claim: no-such-goal -->", verdicts)).hasSize(1);
  }

  @Test
  void anyMissedLimitMissesItsGoal() {
    assertThat(verdicts(with(StoredRuns.matrix("deadline", "2x", "fullGoodput", 600))))
        .containsEntry("goodput-2x", Verdict.MISSED);
    assertThat(verdicts(with(StoredRuns.matrix("deadline", "10x", "leastShareOfAType", 0.2))))
        .containsEntry("types", Verdict.MISSED);
    assertThat(verdicts(with(StoredRuns.matrix("deadline", "0.8x", "refusedShare", 0.01))))
        .containsEntry("needless", Verdict.MISSED);
    assertThat(verdicts(with(StoredRuns.matrix("none", "2x", "fullGoodput", 699))))
        .containsEntry("best-goodput", Verdict.MISSED);
  }

  @Test
  void aRunWithoutTheFigureMissesTheGoal() {
    assertThat(verdicts(with(StoredRuns.matrix("deadline", "10x", "jain", 1))))
        .containsEntry("refusals", Verdict.REACHED);
    Measurement none = StoredRuns.matrix("deadline", "10x", "refusalP99Millis", Double.NaN);
    assertThat(verdicts(with(none))).containsEntry("refusals", Verdict.MISSED);
  }

  @Test
  void goalsWithoutRunsAreNotMeasured() {
    assertThat(verdicts(StoredRuns.good())).containsEntry("two-nodes", Verdict.UNMEASURED);
    assertThat(verdicts(List.of()).values()).containsOnly(Verdict.UNMEASURED);
  }

  @Test
  void namesTheWorstRunOfAGoal() {
    List<Measurement> runs = with(StoredRuns.matrix("deadline", "10x", "windowsOf5sOver", 3));
    assertThat(new Goals(new Runs(runs)).table().toString())
        .contains("3 at 10x on embedded, the worst of 3 runs");
  }

  @Test
  void printsWhatOthersDoBetter() {
    assertThat(new Controllers(new Runs(StoredRuns.good())).better())
        .singleElement()
        .asString()
        .startsWith("- **none**: ")
        .contains("at 2x refused 0 (ours 0.5)")
        .doesNotContain("goodput", "windows over");
  }

  @Test
  void theTableHasARowForEachLoadAndController() {
    String table = new Controllers(new Runs(StoredRuns.good())).table().toString();
    assertThat(table.lines().filter(line -> line.contains("| 10x"))).hasSize(2);
    assertThat(table).contains("12 of 12", "0.99");
  }

  @Test
  void thePlotsAreSvgForBothColourSchemes() {
    Map<String, String> plots = new TargetsPage(StoredRuns.good()).plots();
    assertThat(plots).containsKey("targets-matrix.svg");
    assertThat(plots.values())
        .allSatisfy(svg -> assertThat(svg).contains("prefers-color-scheme:dark", "viewBox"));
  }

  @Test
  void drawsASpikeWithItsTarget() {
    Key key = new Key("usits-10", "deadline", "spike", "embedded");
    Map<String, Object> phases =
        benchmarks.report.Json.map(
            "from", 1,
            "to", 3,
            "admittedBySecond", List.of(5, 70, 80, 6),
            "all", Map.of("p90BySecond", List.of(5, 90, 80, 6)),
            "spike", Map.of("windowsOf5s", 1, "windowsOf5sOver", 0, "refusedShare", 0.4));
    Section section =
        new Sections(new Runs(List.of(StoredRuns.run(key, phases))), "embedded").all().get(0);
    assertThat(section.text()).contains("deadline 0 of 1, 40 %", "deadline 75/s");
    assertThat(section.plot()).contains("target 100 ms", "1,024 users", ">deadline</text>");
  }

  @Test
  void readsTheRatesOfOneStage() {
    String metrics =
        """
        # HELP arashi_stage_accepted_total Events accepted
        arashi_stage_accepted_total{class="guest",stage="search"} 3.0
        arashi_stage_accepted_total{class="gold",stage="search"} 4.0
        arashi_stage_accepted_total{class="gold",stage="list messages"} 50.0
        """;
    assertThat(StageRates.sum(metrics, StageRates.ACCEPTED, "search")).isEqualTo(7);
  }

  @Test
  void namesTheCommitOfTheCheckout() {
    assertThat(Origin.commit().getBytes(StandardCharsets.UTF_8)).isNotEmpty();
  }
}
