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
import java.util.OptionalInt;
import java.util.Set;
import seda.kernel.GraphSnapshot;
import seda.kernel.GraphSnapshot.Edge;
import seda.kernel.StageSnapshot;

/**
 * Arranges stages in columns so that events flow from left to right: a stage is one column right of
 * the last stage that feeds it (longest-path layering, Sugiyama et al. 1981). Edges that close a
 * cycle do not count. A stage without events so far is placed with its neighbours of the same
 * domain.
 */
final class GraphLayout {
  private static final String OUTSIDE = "";

  private final List<StageSnapshot> stages;
  private final Map<String, List<String>> targets = new LinkedHashMap<>();
  private final Map<String, Integer> columns = new HashMap<>();

  // state of the search for cycles
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
    stages.forEach(stage -> neighbour(stage).ifPresent(at -> alone.put(stage.stage(), at)));
    alone.forEach(columns::putIfAbsent);
    int fullest = fullest();
    stages.forEach(stage -> columns.putIfAbsent(stage.stage(), fullest));
  }

  /** Follows the flow depth-first; drops edges that lead back to an open stage. */
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
   * Returns the column of the nearest stage of its domain: the last before it, otherwise the first
   * after it.
   */
  private OptionalInt neighbour(StageSnapshot alone) {
    OptionalInt column = OptionalInt.empty();
    boolean passed = false;
    for (StageSnapshot stage : stages) {
      passed |= stage.stage().equals(alone.stage());
      Integer other = columns.get(stage.stage());
      boolean near = other != null && stage.domain().equals(alone.domain());
      if (near && (!passed || column.isEmpty())) {
        column = OptionalInt.of(other);
      }
    }
    return column;
  }

  /** Returns the column for stages whose whole domain has no events yet: the fullest. */
  private int fullest() {
    Map<Integer, Long> sizes =
        columns.values().stream().collect(groupingBy(column -> column, counting()));
    return sizes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(0);
  }

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
