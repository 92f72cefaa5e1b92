package benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Stage;
import seda.kernel.StageConfig;

class KernelFiguresTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"sosp-8", "sosp-9", "sosp-14"})
  void haveTheSameResultEachTimeTheyAreSimulated(String name) throws IOException {
    KernelFigure figure =
        KernelFigure.all().stream().filter(each -> each.name().equals(name)).findAny().get();
    Map<String, String> once = files(figure, "once");
    assertThat(files(figure, "again")).isEqualTo(once);
    assertThat(once).containsOnlyKeys(name + "-simulated.svg", name + ".json", "markdown");
    assertThat(once.get("markdown")).contains("(" + name + "-simulated.svg)");
  }

  private Map<String, String> files(KernelFigure figure, String run) throws IOException {
    Path out = Files.createDirectory(folder.resolve(run));
    Report report = new Report(out, "./arashi bench figure");
    figure.run(false, report);
    Map<String, String> files = new HashMap<>();
    files.put("markdown", report.markdown());
    try (Stream<Path> all = Files.list(out)) {
      for (Path file : all.toList()) {
        files.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return files;
  }

  /** A stage does the same work in virtual time and on threads that compute or sleep. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void giveEachEventToTheWorkOnceInEitherTime(boolean computes) {
    for (Execution execution : List.of(Execution.simulated(), Execution.onThreads())) {
      List<Integer> ended = new ArrayList<>();
      Stage<Integer> stage =
          execution.graph.stage(StageConfig.named("stage"), execution.graph.workerPool("pool", 1));
      execution.handle(stage, new Execution.Work<>(computes, 1_000, event -> 1_000, ended::add));
      execution.graph.start();
      for (int i = 0; i < 10; i++) {
        stage.enqueue(i);
      }
      execution.run(Duration.ofMillis(1));
      execution.stop();
      assertThat(ended).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }
}
