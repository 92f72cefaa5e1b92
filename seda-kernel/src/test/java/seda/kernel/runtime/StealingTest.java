package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StealingTest {
  private static final Duration GRACE = DomainFixture.GRACE;
  private final StageGraph graph = new StageGraph(Clock.system());

  @AfterEach
  void stop() {
    graph.stop(GRACE);
  }

  @Test
  void anIdleProcessorTakesWholeBatchesOfAStageThatAllowsIt() throws InterruptedException {
    Stealing stealing = new Stealing(true);
    stealing.floodProcessor0(100);
    DomainFixture.await(stealing.elsewhere);
    stealing.go.countDown();
    assertThat(graph.stop(GRACE)).isTrue();

    assertThat(stealing.handled).hasSize(100);
    assertThat(stealing.stolenBatches).isNotEmpty().allMatch(size -> size == 8);
  }

  @Test
  void noProcessorTakesFromAStageThatDoesNotAllowIt() throws InterruptedException {
    Stealing stealing = new Stealing(false);
    stealing.floodProcessor0(100);
    CountDownLatch otherIsAwake = new CountDownLatch(20);
    Stage<Integer> other = graph.stage(StageConfig.named("other"), stealing.processors);
    other.handledBy(EventHandler.each(event -> otherIsAwake.countDown()));
    graph.open(other);
    for (int i = 0; i < 20; i++) {
      other.on(1).enqueue(i);
    }
    DomainFixture.await(otherIsAwake);
    stealing.go.countDown();
    assertThat(graph.stop(GRACE)).isTrue();

    assertThat(stealing.handled).hasSize(100);
    assertThat(stealing.stolenBatches).isEmpty();
  }

  /** Two processors; the first one floods a stage and then blocks in another. */
  private final class Stealing {
    final Processors processors =
        graph.processors(ProcessorsConfig.named("domain-p").withCount(2), IoSource::none);
    final CountDownLatch go = new CountDownLatch(1);
    final CountDownLatch isFlooded = new CountDownLatch(1);
    final CountDownLatch elsewhere = new CountDownLatch(1);
    final Queue<Integer> handled = new ConcurrentLinkedQueue<>();
    final Queue<Integer> stolenBatches = new ConcurrentLinkedQueue<>();
    private final Stage<Integer> flooded;
    private final Stage<Integer> flood;

    Stealing(boolean allowed) {
      StageConfig config = StageConfig.named("flooded").withBatchSize(8).withStealable(allowed);
      flooded = graph.stage(config, processors);
      flood = graph.stage(StageConfig.named("flood"), processors);
      flood.handledBy(
          EventHandler.each(
              events -> {
                for (int i = 0; i < events; i++) {
                  flooded.enqueue(i);
                }
                isFlooded.countDown();
                go.await();
              }));
      flooded.handledBy(
          batch -> {
            if (Processors.current().index() == 1) {
              stolenBatches.add(batch.remaining());
              elsewhere.countDown();
            }
            while (batch.hasNext()) {
              handled.add(batch.next());
            }
          });
      graph.start();
    }

    void floodProcessor0(int events) throws InterruptedException {
      flood.on(0).enqueue(events);
      DomainFixture.await(isFlooded);
    }
  }
}
