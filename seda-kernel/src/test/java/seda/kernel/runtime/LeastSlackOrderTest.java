package seda.kernel.runtime;

import java.util.List;
import seda.kernel.ServiceOrder;

class LeastSlackOrderTest extends ServiceOrderContract {

  @Override
  ServiceOrder order() {
    return ServiceOrder.LEAST_SLACK;
  }

  @Override
  List<String> ofTwoStages() {
    return List.of("a1", "a2", "b1", "b2", "b3");
  }
}
