/**
 * Builds and runs an application. {@link seda.kernel.graph.StageGraph} declares domains and stages,
 * starts, replaces and ends them, and reports their figures.
 *
 * <pre>
 *   seda.kernel  ◄── graph ──► runtime
 *       ▲                        │
 *       └────────────────────────┘
 * </pre>
 *
 * <p>One thread at a time changes a graph; snapshots, traces and sinks by name are thread-safe.
 */
package seda.kernel.graph;
