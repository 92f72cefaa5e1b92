package seda.kernel.runtime;

import java.time.Duration;
import seda.kernel.IoSource;
import seda.kernel.ProcessorsConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

class ProcessorQueueTest extends QueueContract {
  @Override
  ThreadDomain oneThread(StageGraph graph) {
    return graph.processors(
        new ProcessorsConfig("domain-one", 1, 1024, 16, Duration.ofMillis(1)), IoSource::none);
  }

  @Override
  ThreadDomain severalThreads(StageGraph graph) {
    return graph.processors(
        new ProcessorsConfig("domain-several", 3, 1024, 16, Duration.ofMillis(1)), IoSource::none);
  }
}
