package seda.kernel.runtime;

import java.util.List;
import seda.kernel.ServiceOrder;

class PriorityOrderTest extends ServiceOrderContract {

  @Override
  ServiceOrder order() {
    return ServiceOrder.PRIORITY;
  }

  @Override
  List<String> ofTwoStages() {
    return List.of("a1", "b1", "b2", "a2", "b3");
  }
}
