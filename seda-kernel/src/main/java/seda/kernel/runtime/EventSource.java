package seda.kernel.runtime;

/** Where events come from: a stage, or the world outside of the graph. */
interface EventSource {
  /** Threads that run no stage. */
  EventSource OUTSIDE = () -> "";

  /** The stage's name; empty for the outside. */
  String name();
}
