package seda.kernel.runtime;

import java.util.List;
import seda.kernel.ServiceOrder;
import seda.kernel.WaitingEvent;

/** A faulty order must not end the pool's threads: the pool serves by age. */
class FailingOrderTest extends ServiceOrderContract {

  private record Failing() implements ServiceOrder {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public long urgency(WaitingEvent event) {
      throw new IllegalStateException("a fault of the application");
    }
  }

  @Override
  ServiceOrder order() {
    return new Failing();
  }

  @Override
  List<String> ofTwoStages() {
    return List.of("a1", "b1", "b2", "a2", "b3");
  }
}
