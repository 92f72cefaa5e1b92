package seda.kernel;

/** The stage with the most waiting credits. */
record LongestQueue() implements ServiceOrder {

  @Override
  public String name() {
    return "longest-queue";
  }

  @Override
  public long urgency(WaitingEvent event) {
    return -event.credits();
  }
}
