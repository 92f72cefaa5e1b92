package seda.kernel;

import java.time.Instant;
import java.util.List;

/**
 * Everything that is known of a graph at one moment. Immutable.
 *
 * @param at wall-clock time
 * @param nanos the clock's reading
 * @param stages in the order in which events flow
 * @param domains in the order in which they were declared
 */
public record GraphSnapshot(
    Instant at, long nanos, List<StageSnapshot> stages, List<DomainSnapshot> domains) {

  /**
   * A way that events were seen to take.
   *
   * @param from a stage, or {@code ""} for outside
   * @param to a stage
   * @param events that took it since the start
   */
  public record Edge(String from, String to, long events) {}

  /** The edges of the graph, as seen up to the end of the last window. */
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
   * The stage of that name.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public StageSnapshot stage(String name) {
    return stages.stream().filter(stage -> stage.stage().equals(name)).findFirst().orElseThrow();
  }
}
