package seda.kernel.runtime;

import java.util.List;
import seda.kernel.ServiceOrder;

class LifoOrderTest extends ServiceOrderContract {

  @Override
  ServiceOrder order() {
    return ServiceOrder.LIFO;
  }

  @Override
  List<String> ofTwoStages() {
    return List.of("b3", "a2", "b2", "b1", "a1");
  }
}
