package benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Stage;
import seda.kernel.StageConfig;

class KernelFiguresTest {

  @ParameterizedTest
  @ValueSource(strings = {"sosp-8", "sosp-9", "sosp-14"})
  void comeOutTheSameEachTimeTheyAreSimulated(String name) {
    KernelFigure figure = KernelFigures.named(name);
    AtomicInteger steps = new AtomicInteger();
    KernelFigure.Result once = figure.run(false, step -> steps.incrementAndGet());
    KernelFigure.Result again = figure.run(false, step -> {});

    assertThat(again).isEqualTo(once);
    assertThat(once.files()).containsOnlyKeys(name + "-simulated.svg", name + ".json");
    assertThat(once.markdown()).contains("(" + name + "-simulated.svg)");
    assertThat(steps).hasValue(figure.steps(false));
  }

  @Test
  void areListedByNameAndFoundByIt() {
    assertThat(KernelFigures.lines()).anyMatch(line -> line.startsWith("figure sosp-8"));
    assertThatThrownBy(() -> KernelFigures.named("sosp-7"))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining("sosp-8, sosp-9, sosp-14");
  }

  /** The stage's work is the same whether it is simulated, slept or spun. */
  @Test
  void giveEachEventToTheWorkOnceWhereverTheyPlay() {
    for (Execution execution :
        List.of(Execution.simulated(), Execution.sleeping(), Execution.spinning())) {
      List<Integer> ended = new ArrayList<>();
      Stage<Integer> stage =
          execution
              .graph()
              .stage(StageConfig.named("stage"), execution.graph().workerPool("pool", 1));
      execution.handle(stage, new Recorder(ended));
      execution.graph().start();
      for (int i = 0; i < 10; i++) {
        stage.enqueue(i);
      }
      execution.run(Duration.ofMillis(1));
      execution.stop();
      assertThat(ended).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }

  private record Recorder(List<Integer> ended) implements Execution.Work<Integer> {
    @Override
    public long batchNanos() {
      return 1_000;
    }

    @Override
    public long begin(Integer event) {
      return 1_000;
    }

    @Override
    public void end(Integer event) {
      ended.add(event);
    }
  }
}
