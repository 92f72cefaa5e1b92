package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.ClassSnapshot;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WindowSnapshot;
import seda.kernel.graph.StageGraph;

class StageStatisticsTest {

  @Test
  void countsMoreEventsOfOneDurationThanAnIntHolds() {
    StageGraph graph = new StageGraph(Clock.system());
    Stage<Object> stage =
        graph.<Object>stage(StageConfig.named("s"), graph.workerPool("domain-pool", 1));
    StageStatistics statistics = new StageStatistics(1);
    statistics.accepted(0);
    for (int i = 0; i < 3; i++) {
      statistics.add(windowOf(Integer.MAX_VALUE, 6_400));
    }
    List<ClassSnapshot> classes = statistics.snapshot((QueuedStage<?>) stage, null).classes();
    assertThat(classes.get(0).total().waiting().count()).isEqualTo(3L * Integer.MAX_VALUE);
    assertThat(classes.get(0).total().waiting().p50()).isBetween(6_300L, 6_500L);
  }

  @Test
  void aWindowInWhichEventsOnlyFailedOrWereShedIsNotQuiet() {
    StageStatistics statistics = new StageStatistics(10);
    statistics.failed(0);
    statistics.closeWindow(1, 0);
    statistics.closeWindow(2, 0);
    statistics.shed(0);
    statistics.closeWindow(3, 0);
    assertThat(statistics.history()).extracting(WindowSnapshot::nanos).containsExactly(1L, 3L);
  }

  private static StageMeter.Window windowOf(int events, long nanos) {
    StageMeter.Window window = new StageMeter.Window();
    window.latencies[0] = new StageMeter.Latencies();
    StageMeter.Latencies.record(window.latencies[0].waiting, nanos, events);
    return window;
  }
}
