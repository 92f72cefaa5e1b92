package seda.kernel.runtime;

import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

class WorkerPoolReservationTest extends ReservationContract {
  @Override
  ThreadDomain oneThread(StageGraph graph) {
    return graph.workerPool("domain-one", 1);
  }

  @Override
  ThreadDomain severalThreads(StageGraph graph) {
    return graph.workerPool("domain-several", 3);
  }
}
