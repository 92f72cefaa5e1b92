package guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processor;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ServiceOrder;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.Timers;
import seda.kernel.WaitingEvent;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;

/** Snippets on domains, timers and lifecycle, on real threads. */
class GuideDomainsTest {
  private final StageGraph graph = new StageGraph(Clock.system());
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void stop() {
    graph.stop(Duration.ofSeconds(10));
  }

  @Test
  void processorsAndPools() throws InterruptedException {
    // snippet
    Processors cpu = graph.processors(ProcessorsConfig.named("cpu"), IoSource::none);
    WorkerPool database =
        graph.workerPool(
            WorkerPoolConfig.fixed("database", 4)
                .withThreads(2, 12)
                .withOrder(ServiceOrder.LEAST_SLACK));

    Stage<String> parse = graph.stage(StageConfig.named("parse"), cpu);
    Stage<String> read = graph.stage(StageConfig.named("read").withBatchSize(1), database);
    Stage<String> write = graph.stage(StageConfig.named("write").withBatchSize(1), database);
    // end
    CountDownLatch done = new CountDownLatch(2);
    for (Stage<String> stage : List.of(parse, read, write)) {
      stage.handledBy(EventHandler.each(event -> done.countDown()));
    }
    graph.start();
    // snippet
    Sink<String> home = parse.on(0); // always on processor 0
    // end
    home.enqueue("x");
    read.enqueue("x");
    done.await();
  }

  // snippet
  record EarliestDeadline() implements ServiceOrder {
    @Override
    public String name() {
      return "earliest-deadline";
    }

    @Override
    public long urgency(WaitingEvent event) {
      return event.arrival() + event.targetNanos();
    }

    @Override
    public boolean servesByTarget() {
      return true;
    }
  }

  // end

  @Test
  void anOrderOfYourOwn() throws InterruptedException {
    WorkerPool pool =
        graph.workerPool(WorkerPoolConfig.fixed("own", 1).withOrder(new EarliestDeadline()));
    Stage<String> patient = graph.stage(StageConfig.named("patient").withBatchSize(1), pool);
    Stage<String> urgent = graph.stage(StageConfig.named("urgent").withBatchSize(1), pool);
    patient.targets(rank -> Duration.ofHours(2).toNanos());
    urgent.targets(rank -> Duration.ofHours(1).toNanos());
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(3);
    EventHandler<String> handler =
        EventHandler.each(
            event -> {
              busy.countDown();
              go.await();
              log.add(event);
              done.countDown();
            });
    patient.handledBy(handler);
    urgent.handledBy(handler);
    graph.start();
    patient.enqueue("held");
    busy.await();
    patient.enqueue("patient");
    urgent.enqueue("urgent");
    go.countDown();
    done.await();
    assertThat(log).containsExactly("held", "urgent", "patient");
  }

  @Test
  void processorsHaveTimersOfTheirOwn() throws InterruptedException {
    Processors cpu = graph.processors(ProcessorsConfig.named("cpu"), IoSource::none);
    Stage<String> parse = graph.stage(StageConfig.named("parse"), cpu);
    CountDownLatch fired = new CountDownLatch(1);
    parse.handledBy(
        EventHandler.each(
            event -> {
              // snippet
              Processor here = Processors.current();
              here.schedule(Duration.ofMillis(50), fired::countDown); // on this processor
              // end
            }));
    graph.start();
    parse.enqueue("x");
    fired.await();
  }

  @Test
  void timers() throws InterruptedException {
    Stage<String> poll = graph.stage(StageConfig.named("poll"), graph.workerPool("pool", 1));
    CountDownLatch polled = new CountDownLatch(4);
    poll.handledBy(EventHandler.each(event -> polled.countDown()));
    graph.start();
    // snippet
    Timers timers = graph.timers();
    timers.after(Duration.ofMillis(10), () -> poll.enqueue("once"));
    timers.at(Instant.now(), () -> poll.enqueue("at a moment"));
    timers.enqueueAfter(Duration.ofMillis(1), "later", poll, () -> log.add("refused then"));

    Timers.Handle beat = timers.every(Duration.ofMillis(10), () -> poll.enqueue("again"));
    // end
    polled.await();
    assertThat(beat.cancel()).isTrue();
    assertThat(beat.cancel()).isFalse();
  }

  @Test
  void stagesComeAndGo() {
    WorkerPool pool = graph.workerPool("pool", 1);
    graph.stage(StageConfig.named("stays"), pool).handledBy(EventHandler.each(event -> {}));
    graph.start();
    // snippet
    Stage<String> old = graph.stage(StageConfig.named("rank"), pool);
    old.handledBy(EventHandler.each(event -> log.add("old " + event)));
    graph.open(old); // needed only while the graph runs
    graph.<String>sink("rank").enqueue("a");

    Stage<String> next = graph.successor(StageConfig.named("rank"), pool);
    next.handledBy(EventHandler.each(event -> log.add("next " + event)));
    graph.replace(old, next, Duration.ofSeconds(5)); // the old one completes its queue
    graph.<String>sink("rank").enqueue("b");

    boolean drained = graph.destroy(next, Duration.ofSeconds(5));
    // end
    assertThat(drained).isTrue();
    assertThat(log).containsExactly("old a", "next b");
    assertThat(graph.find("rank")).isEmpty();
  }
}
