package arashi.console;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seda.kernel.GraphSnapshot;
import seda.kernel.GraphSnapshot.Edge;
import seda.kernel.StageSnapshot;

/**
 * Places stages in columns, so that events flow from the left to the right: a stage stands one
 * column right of the last of those that feed it (longest-path layering, Sugiyama et al. 1981).
 * Edges that close a circle don't count. A stage that nothing has passed yet stands with its
 * neighbours of the same domain.
 */
final class GraphLayout {
  private static final String OUTSIDE = "";

  private final List<StageSnapshot> stages;
  private final Map<String, List<String>> targets = new LinkedHashMap<>();
  private final Map<String, Integer> columns = new HashMap<>();

  // of the search that finds the circles
  private final Set<String> open = new HashSet<>();
  private final Set<String> visited = new HashSet<>();
  private final Deque<String> inOrderOfFlow = new ArrayDeque<>();

  GraphLayout(GraphSnapshot graph) {
    stages = graph.stages();
    stages.forEach(stage -> targets.put(stage.stage(), new ArrayList<>()));
    List<Edge> edges =
        graph.edges().stream().filter(edge -> targets.containsKey(edge.from())).toList();
    edges.forEach(edge -> targets.get(edge.from()).add(edge.to()));

    stages.stream().filter(s -> s.sources().containsKey(OUTSIDE)).forEach(s -> visit(s.stage()));
    stages.forEach(stage -> visit(stage.stage()));
    for (String from : inOrderOfFlow) {
      int next = columns.getOrDefault(from, 0) + 1;
      for (String to : targets.get(from)) {
        columns.putIfAbsent(from, 0);
        columns.merge(to, next, Math::max);
      }
    }
    Map<String, Integer> alone = new HashMap<>();
    for (StageSnapshot stage : stages) {
      if (!columns.containsKey(stage.stage())) {
        alone.put(stage.stage(), neighbour(stage));
      }
    }
    columns.putAll(alone);
  }

  /** Goes on along the flow; leaves out the edges that lead back to where it came from. */
  private void visit(String stage) {
    if (!visited.add(stage)) {
      return;
    }
    open.add(stage);
    targets.get(stage).removeIf(open::contains);
    targets.get(stage).forEach(this::visit);
    open.remove(stage);
    inOrderOfFlow.addFirst(stage);
  }

  /**
   * The column of the nearest stage of its domain: the last before it, else the first after; the
   * fullest column, if its whole domain has done nothing yet.
   */
  private int neighbour(StageSnapshot alone) {
    int column = -1;
    boolean passed = false;
    for (StageSnapshot stage : stages) {
      passed |= stage.stage().equals(alone.stage());
      Integer other = columns.get(stage.stage());
      boolean near = other != null && stage.domain().equals(alone.domain());
      if (near && (!passed || column < 0)) {
        column = other;
      }
    }
    return column < 0 ? fullest() : column;
  }

  private int fullest() {
    Map<Integer, Long> sizes =
        columns.values().stream().collect(groupingBy(column -> column, counting()));
    return sizes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  /** Names of the stages, column by column. */
  List<List<String>> columns() {
    List<List<String>> names = new ArrayList<>();
    for (StageSnapshot stage : stages) {
      int column = columns.get(stage.stage());
      while (names.size() <= column) {
        names.add(new ArrayList<>());
      }
      names.get(column).add(stage.stage());
    }
    names.removeIf(List::isEmpty);
    return names;
  }
}
