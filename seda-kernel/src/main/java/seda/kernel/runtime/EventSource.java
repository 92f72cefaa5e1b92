package seda.kernel.runtime;

/** The sender of events: a stage, or the outside of the graph. */
interface EventSource {
  /** Threads that run no stage. */
  EventSource OUTSIDE = () -> "";

  /** Returns the stage's name; empty for the outside. */
  String name();
}
