package seda.kernel.graph;

import seda.kernel.GraphSnapshot;

/**
 * Receives a graph's figures once per window, for example to feed a metrics library. Called on the
 * graph's timer thread; must not block. An exception is logged.
 */
@FunctionalInterface
public interface GraphListener {

  /** Called at the end of a window. The snapshot's recent times are those of that window. */
  void window(GraphSnapshot snapshot);

  /** Called by the stopping thread when the graph has stopped or failed to start. */
  default void stopped() {}
}
