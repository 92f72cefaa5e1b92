package arashi.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seda.kernel.GraphSnapshot;
import seda.kernel.GraphSnapshot.Edge;
import seda.kernel.StageSnapshot;

/**
 * Places stages in columns, so that events flow from the left to the right: a stage stands one
 * column right of the last of those that feed it. What flows back is not counted, nor what comes
 * from outside. A stage that nothing has reached yet stands with its neighbours of the same domain.
 */
final class GraphLayout {
  private final List<StageSnapshot> stages;
  private final Map<String, Integer> order = new HashMap<>();
  private final Map<String, Integer> columns = new HashMap<>();
  private final List<List<String>> names = new ArrayList<>();

  GraphLayout(GraphSnapshot graph) {
    stages = graph.stages();
    for (StageSnapshot stage : stages) {
      order.put(stage.stage(), order.size());
    }
    List<Edge> edges = graph.edges().stream().filter(this::isForward).toList();
    for (StageSnapshot stage : stages) { // in order of flow, so sources have their column
      int column =
          edges.stream()
              .filter(edge -> edge.to().equals(stage.stage()))
              .mapToInt(edge -> columns.get(edge.from()) + 1)
              .max()
              .orElseGet(() -> neighbour(stage));
      columns.put(stage.stage(), column);
      while (names.size() <= column) {
        names.add(new ArrayList<>());
      }
      names.get(column).add(stage.stage());
    }
    names.removeIf(List::isEmpty);
  }

  private boolean isForward(Edge edge) {
    return order.containsKey(edge.from()) && order.get(edge.from()) < order.get(edge.to());
  }

  /** The column of the stage before it on the same domain; the first, if there is none. */
  private int neighbour(StageSnapshot stage) {
    int column = 0;
    for (StageSnapshot before : stages.subList(0, order.get(stage.stage()))) {
      if (before.domain().equals(stage.domain())) {
        column = columns.get(before.stage());
      }
    }
    return column;
  }

  /** Names of the stages, column by column. */
  List<List<String>> columns() {
    return names;
  }
}
