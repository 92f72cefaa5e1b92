package seda.kernel.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

class GraphBeansTest {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final WorkerPool pool = graph.workerPool("pool", 2);
  private final Stage<String> stage = stage("list folders");

  private Stage<String> stage(String name) {
    Stage<String> declared = graph.stage(StageConfig.named(name).withQueueCapacity(8), pool);
    return declared.handledBy(
        EventHandler.each(
            event -> {
              if (event.equals("bad")) {
                throw new IllegalStateException("on purpose");
              }
            }));
  }

  @AfterEach
  void stop() {
    graph.stop(GRACE);
  }

  private Object read(String bean, String attribute) throws JMException {
    return server.getAttribute(new ObjectName("seda:graph=test," + bean), attribute);
  }

  private Set<ObjectName> beans() throws JMException {
    return server.queryNames(new ObjectName("seda:graph=test,*"), null);
  }

  @Test
  void theFiguresOfStagesAndDomainsAreReadThroughThePlatformsServer() throws JMException {
    simulation.serviceTime(stage, event -> Duration.ofMillis(100).toNanos());
    graph.start();
    GraphBeans.register(graph, "test");
    stage.batchLimit(1);
    for (int i = 0; i < 12; i++) {
      stage.enqueue(i == 0 ? "bad" : "good");
    }

    String bean = "type=Stage,name=list folders";
    assertThat(read(bean, "Domain")).isEqualTo("pool");
    assertThat(read(bean, "QueueLength")).isEqualTo(8);
    assertThat(read(bean, "QueueCapacity")).isEqualTo(8);
    assertThat(read(bean, "BatchLimit")).isEqualTo(1);
    assertThat(read(bean, "Accepted")).isEqualTo(10L);
    assertThat(read(bean, "Rejected")).isEqualTo(2L);
    assertThat(read(bean, "Completed")).isEqualTo(0L);

    simulation.run(Duration.ofSeconds(6));

    assertThat(read(bean, "Completed")).isEqualTo(9L);
    assertThat(read(bean, "Failed")).isEqualTo(1L);
    assertThat(read(bean, "Shed")).isEqualTo(0L);
    // two at a time, 100 ms each: 100, 200, 200, 300, 300, 400, 400, 500, 500 ms
    assertThat((double) read(bean, "ResponseMillis50")).isBetween(295.0, 305.0);
    assertThat((double) read(bean, "ResponseMillis90")).isBetween(495.0, 505.0);
    assertThat((double) read(bean, "ResponseMillis99")).isBetween(495.0, 505.0);
    assertThat(read(bean, "CpuSeconds")).isEqualTo(0.0);

    String domain = "type=Domain,name=pool";
    assertThat(read(domain, "Kind")).isEqualTo("pool");
    assertThat(read(domain, "Threads")).isEqualTo(2);
    assertThat(read(domain, "MinThreads")).isEqualTo(2);
    assertThat(read(domain, "MaxThreads")).isEqualTo(2);
    assertThat(read(domain, "CpuSeconds")).isEqualTo(0.0);
  }

  @Test
  void stagesComeAndGoWithTheWindows() throws JMException {
    graph.start();
    GraphBeans.register(graph, "test");
    assertThat(beans()).hasSize(2);

    Stage<String> other = stage("what: \"other\", \\?*");
    graph.open(other);
    simulation.run(Duration.ofSeconds(6));
    assertThat(beans()).hasSize(3);
    String quoted = "type=Stage,name=" + ObjectName.quote(other.name());
    assertThat(read(quoted, "Accepted")).isEqualTo(0L);

    graph.destroy(other, GRACE);
    simulation.run(Duration.ofSeconds(6));
    assertThat(beans()).hasSize(2);
  }

  @Test
  void allAreGoneOnceTheGraphHasStopped() throws JMException {
    GraphBeans.register(graph, "test");
    graph.start();
    assertThat(beans()).hasSize(2);

    graph.stop(GRACE);
    assertThat(beans()).isEmpty();
    simulation.run(Duration.ofSeconds(6));
    assertThat(beans()).isEmpty();
  }

  @Test
  void allAreGoneIfTheGraphFailsToStart() throws JMException {
    graph.stage(StageConfig.named("without a handler"), pool);
    GraphBeans.register(graph, "test");

    assertThatThrownBy(graph::start).isInstanceOf(IllegalStateException.class);
    assertThat(beans()).isEmpty();
  }

  @Test
  void twoGraphsOfOneNameAreRefusedAndTheFirstIsLeftAlone() throws JMException {
    graph.start();
    GraphBeans.register(graph, "test");
    StageGraph other = new Simulation().graph();
    other.workerPool("another", 1);
    other.workerPool("pool", 1);

    assertThatThrownBy(() -> GraphBeans.register(other, "test"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("test");
    assertThat(beans()).hasSize(2);
    assertThat(read("type=Domain,name=pool", "Threads")).isEqualTo(2);
  }
}
