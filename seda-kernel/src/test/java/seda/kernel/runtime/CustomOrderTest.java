package seda.kernel.runtime;

import java.util.List;
import seda.kernel.ServiceOrder;
import seda.kernel.WaitingEvent;

/** An application's order: earliest deadline first, without classes. */
class CustomOrderTest extends ServiceOrderContract {

  /** Serves the event whose target ends first. */
  private record EarliestDeadline() implements ServiceOrder {
    @Override
    public String name() {
      return "earliest-deadline";
    }

    @Override
    public long urgency(WaitingEvent event) {
      return event.arrival() + event.targetNanos();
    }

    @Override
    public boolean servesByTarget() {
      return true;
    }
  }

  @Override
  ServiceOrder order() {
    return new EarliestDeadline();
  }

  @Override
  List<String> ofTwoStages() {
    return List.of("a1", "a2", "b1", "b2", "b3");
  }
}
