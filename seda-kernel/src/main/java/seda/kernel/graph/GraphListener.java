package seda.kernel.graph;

import seda.kernel.GraphSnapshot;

/**
 * Told of a graph's figures once a window, so that a metrics library can be bound to it. Called on
 * the graph's timer thread; must not block. What it throws is logged.
 */
@FunctionalInterface
public interface GraphListener {

  /** A window has ended; the snapshot's recent times are those of that window. */
  void window(GraphSnapshot snapshot);

  /** The graph has stopped, or failed to start; on the thread that stopped it. */
  default void stopped() {}
}
