package seda.kernel;

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
