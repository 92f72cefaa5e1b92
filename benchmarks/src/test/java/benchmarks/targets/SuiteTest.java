package benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTest {
  private static final Row NONE = Row.of("none");
  private static final Row OURS = Row.of("deadline");

  @TempDir private Path folder;
  private final List<String> done = new ArrayList<>();
  private int left = Integer.MAX_VALUE;

  /** Counts runs instead of measuring; fails when none is left. */
  private final class FakeSite implements Suite.Site {
    @Override
    public Map<String, Object> capacity(double earlier) {
      done.add("capacity from " + earlier);
      return Json.map("rate", 300.0, "goodput", 700.0);
    }

    @Override
    public Map<String, Object> run(Row row, Step step, Measurement capacity) {
      if (left-- == 0) {
        throw new IllegalStateException("stopped");
      }
      done.add(row.name() + " " + step.load() + " of " + capacity.number("rate"));
      return Json.map("seconds", step.seconds());
    }

    @Override
    public void close() {
      done.add("closed");
    }
  }

  private static List<Figure> figures() {
    List<Step> steps =
        List.of(new Step("1x", 60, (run, seconds) -> {}), new Step("2x", 60, (run, seconds) -> {}));
    return List.of(
        new Figure("one", "", false, List.of(new Series(OURS, steps), new Series(NONE, steps))));
  }

  private void measure() throws Exception {
    RunStore store = new RunStore(folder);
    new Suite(store, Json.map("commit", "abc"), figure -> new FakeSite(), line -> {})
        .run(Plan.of(figures(), "embedded", store));
  }

  @Test
  void goesOnWithTheFirstRunThatIsNotStored() throws Exception {
    left = 3;
    assertThatThrownBy(this::measure).hasMessage("stopped");
    assertThat(done)
        .containsExactly(
            "capacity from 0.0",
            "deadline 1x of 300.0",
            "deadline 2x of 300.0",
            "capacity from 300.0",
            "none 1x of 300.0",
            "closed");
    done.clear();
    left = Integer.MAX_VALUE;
    measure();
    assertThat(done).containsExactly("none 2x of 300.0", "capacity from 300.0", "closed");
    done.clear();
    measure();
    assertThat(done).as("all runs are stored").isEmpty();
  }

  @Test
  void storesWhereARunComesFromAndTheCapacityBesideIt() throws Exception {
    measure();
    Measurement run =
        new RunStore(folder).find(new Key("one", "none", "2x", "embedded")).orElseThrow();
    assertThat(run.text("origin.commit")).isEqualTo("abc");
    assertThat(run.number("capacity")).isEqualTo(700);
    assertThat(run.number("seconds")).isEqualTo(60);
  }

  @Test
  void estimatesOnlyWhatIsMissing() throws Exception {
    RunStore store = new RunStore(folder);
    Plan all = Plan.of(figures(), "embedded", store);
    assertThat(all.runs()).isEqualTo(4);
    double seconds =
        Plan.OPEN_SECONDS
            + Plan.CAPACITY_SECONDS
            + 2 * (Plan.START_SECONDS + Plan.AGAIN_SECONDS)
            + 4 * (60 + Plan.GAP_SECONDS);
    assertThat(all.minutes()).isEqualTo(seconds / 60);
    assertThat(all.text()).contains("| one", "4 runs on the database embedded");
    store.store(new Key("one", "deadline", "1x", "embedded"), Json.map());
    store.store(new Key("one", "deadline", "2x", "embedded"), Json.map());
    Plan half = Plan.of(figures(), "embedded", store);
    assertThat(half.runs()).isEqualTo(2);
    assertThat(half.figures().get(0).series()).extracting(Series::row).containsExactly(NONE);
    assertThat(half.minutes()).isLessThan(all.minutes());
    assertThat(Plan.of(figures(), "mysql", store).runs()).as("another database").isEqualTo(4);
  }

  @Test
  void opensADatabaseOnceForSuccessiveFigures() {
    List<Figure> figures =
        Catalogue.figures(60).stream().filter(figure -> !figure.slowDatabase()).toList();
    assertThat(new Plan(figures, "embedded").groups()).hasSize(1);
    assertThat(new Plan(Catalogue.figures(60), "embedded").groups()).hasSizeGreaterThan(1);
  }

  @Test
  void everyFigureFitsASitting() {
    assertThat(Catalogue.figures(60))
        .allSatisfy(
            figure -> assertThat(Plan.minutes(figure)).isLessThanOrEqualTo(Plan.MOST_MINUTES));
  }

  @Test
  void everyBaselineIsMeasured() {
    List<String> rows =
        Catalogue.figures(60).stream()
            .flatMap(figure -> figure.series().stream())
            .map(series -> series.row().name())
            .toList();
    assertThat(benchmarks.baselines.Baseline.all())
        .allSatisfy(baseline -> assertThat(rows).contains(baseline.name()));
  }
}
