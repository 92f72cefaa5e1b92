package seda.kernel;

/** Last in, first out. */
record Lifo() implements ServiceOrder {

  @Override
  public String name() {
    return "lifo";
  }

  @Override
  public long urgency(WaitingEvent event) {
    return -event.stamp();
  }

  @Override
  public boolean newestFirst(long standingNanos) {
    return true;
  }
}
