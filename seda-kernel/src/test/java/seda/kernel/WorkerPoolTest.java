package seda.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkerPoolTest extends StageContract {
  @Override
  ThreadDomain oneThread(StageGraph graph) {
    return graph.workerPool("domain-one", 1);
  }

  @Override
  ThreadDomain severalThreads(StageGraph graph) {
    return graph.workerPool("domain-several", 3);
  }

  @Test
  void servesTheEventThatHasWaitedLongestOverAllItsStages() throws InterruptedException {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    WorkerPool pool = graph.workerPool("domain-shared", 1);
    List<Stage<String>> stages = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      Stage<String> stage = graph.stage(StageConfig.named(name).withBatchSize(1), pool);
      stage.handledBy(
          EventHandler.each(
              event -> {
                busy.countDown();
                go.await();
                order.add(event);
              }));
      stages.add(stage);
    }
    graph.start();
    stages.get(0).enqueue("first");
    busy.await();
    stages.get(2).enqueue("second");
    stages.get(0).enqueue("third");
    stages.get(1).enqueue("fourth");
    go.countDown();
    graph.stop(Duration.ofSeconds(30));

    assertThat(order).containsExactly("first", "second", "third", "fourth");
  }

  @Test
  void endsAWorkerThatIsToldToWhileItLooksForWork() throws InterruptedException {
    Duration longer = Duration.ofMillis(200); // than it takes to get from the event to the stop
    WorkerPool pool =
        graph.workerPool(WorkerPoolConfig.fixed("domain-spinning", 1).withSpin(longer));
    CountDownLatch handled = new CountDownLatch(1);
    Stage<String> stage = graph.stage(StageConfig.named("s"), pool);
    stage.handledBy(EventHandler.each(event -> handled.countDown()));
    graph.start();
    stage.enqueue("x");
    handled.await();

    graph.stop(Duration.ofSeconds(30));

    assertThat(pool.threads()).isZero();
  }
}
