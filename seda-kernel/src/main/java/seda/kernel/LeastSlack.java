package seda.kernel;

/**
 * Least slack time first within a class: arrival + target − 90th percentile of the service time.
 */
record LeastSlack() implements ServiceOrder {

  @Override
  public String name() {
    return "least-slack";
  }

  @Override
  public long urgency(WaitingEvent event) {
    return event.arrival() + event.targetNanos() - event.serviceP90Nanos();
  }

  @Override
  public boolean classesFirst() {
    return true;
  }

  @Override
  public boolean servesByTarget() {
    return true;
  }
}
