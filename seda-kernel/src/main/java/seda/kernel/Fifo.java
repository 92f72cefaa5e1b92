package seda.kernel;

/** First in, first out; with or without classes first. */
record Fifo(String name, boolean classesFirst) implements ServiceOrder {

  @Override
  public long urgency(WaitingEvent event) {
    return event.stamp();
  }
}
