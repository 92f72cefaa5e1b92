package seda.kernel;

import java.time.Instant;
import java.util.List;

/**
 * State of a graph at one moment. Immutable.
 *
 * @param at wall-clock time
 * @param nanos clock reading
 * @param stages stages in the order of the event flow
 * @param domains domains in the order of declaration
 */
public record GraphSnapshot(
    Instant at, long nanos, List<StageSnapshot> stages, List<DomainSnapshot> domains) {

  /**
   * An observed edge of the graph.
   *
   * @param from name of a stage, or {@code ""} for outside
   * @param to name of a stage
   * @param events events that took the edge since the start
   */
  public record Edge(String from, String to, long events) {}

  /** Returns the edges observed up to the end of the last window. */
  public List<Edge> edges() {
    return stages.stream()
        .flatMap(
            to ->
                to.sources().entrySet().stream()
                    .sorted(java.util.Map.Entry.comparingByKey())
                    .map(from -> new Edge(from.getKey(), to.stage(), from.getValue())))
        .toList();
  }

  /**
   * Returns the stage of that name.
   *
   * @throws java.util.NoSuchElementException if the graph has no such stage
   */
  public StageSnapshot stage(String name) {
    return stages.stream().filter(stage -> stage.stage().equals(name)).findFirst().orElseThrow();
  }
}
