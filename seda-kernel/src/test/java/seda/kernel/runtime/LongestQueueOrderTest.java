package seda.kernel.runtime;

import java.util.List;
import seda.kernel.ServiceOrder;

class LongestQueueOrderTest extends ServiceOrderContract {

  @Override
  ServiceOrder order() {
    return ServiceOrder.LONGEST_QUEUE;
  }

  @Override
  List<String> ofTwoStages() {
    return List.of("b1", "a1", "b2", "a2", "b3");
  }

  /** {@inheritDoc} The last events of equally long queues alternate. */
  @Override
  int predictionError() {
    return 1;
  }
}
