package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import seda.kernel.AdmissionController;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.ProcessorsConfig;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;

/** Allocation of the deadline admission, as measured by the JVM for this thread. */
class AdmissionAllocationTest {
  private static final int EVENTS = 10_000;
  private static final List<ServiceClass> CLASSES =
      List.of(new ServiceClass("high", 0), new ServiceClass("low", 1));

  /** Judges each event many times and sums up the allocated bytes. */
  private static final class Measuring implements AdmissionController<Object> {
    final DeadlineAdmission deadline;
    long bytes;

    Measuring(Stage<?> stage) {
      deadline = new DeadlineAdmission(stage.targets(), stage::guaranteedShare, new Random(1));
    }

    @Override
    public boolean predicts() {
      return true;
    }

    @Override
    public EnqueueResult admit(
        Object event, ServiceClass serviceClass, int credits, QueueState queue) {
      long before = allocatedBytes();
      boolean accepted = true;
      for (int i = 0; i < EVENTS; i++) {
        accepted &= deadline.admit(event, serviceClass, credits, 1, queue).accepted();
      }
      bytes += allocatedBytes() - before;
      assertThat(accepted).isTrue();
      return EnqueueResult.ACCEPTED;
    }
  }

  /**
   * Returns the bytes allocated by this thread; by name, because the attribute is HotSpot's own.
   */
  private static long allocatedBytes() {
    try {
      return (long)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                  "getThreadAllocatedBytes",
                  new Object[] {Thread.currentThread().getId()},
                  new String[] {"long"});
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("seda.kernel.ServiceOrder#builtIn")
  void acceptingInAPoolAllocatesNothing(ServiceOrder order) throws InterruptedException {
    acceptingAllocatesNothing(
        (graph, config) ->
            graph.stage(
                config, graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withOrder(order))));
  }

  @Test
  void acceptingOnProcessorsAllocatesNothing() throws InterruptedException {
    acceptingAllocatesNothing(
        (graph, config) ->
            graph.stage(
                config,
                graph.processors(ProcessorsConfig.named("p").withCount(1), IoSource::none)));
  }

  private static void acceptingAllocatesNothing(
      BiFunction<StageGraph, StageConfig, Stage<Integer>> declaration) throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    StageGraph graph = new StageGraph(Clock.system());
    StageConfig config = StageConfig.named("s").withTarget(Duration.ofHours(1));
    Stage<Integer> stage = declaration.apply(graph, config);
    Measuring measuring = new Measuring(stage);
    stage
        .classifiedBy(event -> CLASSES.get(event % 2))
        .handledBy(
            EventHandler.each(
                event -> {
                  busy.countDown();
                  end.await();
                }));
    graph.start();
    stage.enqueue(0);
    DomainFixture.await(busy);
    stage.admission(measuring); // no thread is idle, so it predicts
    for (int i = 0; i < 20; i++) {
      stage.enqueue(i);
    }
    end.countDown();
    graph.stop(Duration.ofSeconds(30));
    // less than a byte per event: the measurement's own allocation
    assertThat(measuring.bytes).isLessThan(20 * EVENTS);
  }
}
