package seda.kernel.export;

import java.util.List;
import java.util.Locale;
import seda.kernel.DomainSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageSnapshot;

/**
 * Draws a graph in the DOT language of Graphviz: a box per stage within its domain's frame, and an
 * arrow per observed edge with its number of events. Any thread; does not block.
 */
public final class GraphDot {
  private static final String OUTSIDE = "(outside)";

  private GraphDot() {}

  /** Returns the drawing as text for {@code dot}. */
  public static String of(GraphSnapshot graph) {
    StringBuilder dot = new StringBuilder("digraph stages {\n");
    dot.append("  rankdir = LR;\n");
    dot.append("  node [shape = box];\n");
    dot.append("  ").append(quoted(OUTSIDE)).append(" [shape = plaintext];\n");
    for (DomainSnapshot domain : graph.domains()) {
      append(dot, domain, graph.stages());
    }
    for (GraphSnapshot.Edge edge : graph.edges()) {
      String from = edge.from().isEmpty() ? OUTSIDE : edge.from();
      dot.append(
          String.format(
              Locale.ROOT,
              "  %s -> %s [label = \"%d\"];\n",
              quoted(from),
              quoted(edge.to()),
              edge.events()));
    }
    return dot.append("}\n").toString();
  }

  private static void append(StringBuilder dot, DomainSnapshot domain, List<StageSnapshot> stages) {
    String threads = domain.threads() == 1 ? "1 thread" : domain.threads() + " threads";
    dot.append("  subgraph ").append(quoted("cluster " + domain.name())).append(" {\n");
    dot.append("    label = ").append(quoted(domain.name() + ", " + threads)).append(";\n");
    for (StageSnapshot stage : stages) {
      if (stage.domain().equals(domain.name())) {
        String label = stage.stage() + "\nqueue " + stage.queue().length();
        dot.append("    ").append(quoted(stage.stage()));
        dot.append(" [label = ").append(quoted(label)).append("];\n");
      }
    }
    dot.append("  }\n");
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
