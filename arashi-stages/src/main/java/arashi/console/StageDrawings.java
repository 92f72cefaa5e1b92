package arashi.console;

import arashi.target.ControlledStage;
import arashi.web.StageDrawing;
import arashi.web.StageDrawing.Arrow;
import arashi.web.StageDrawing.Node;
import arashi.web.TargetStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import seda.kernel.ClassSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.GraphSnapshot.Edge;
import seda.kernel.StageSnapshot;

/** Draws the stage graph with positions from {@link GraphLayout} and figures from a snapshot. */
final class StageDrawings {
  private static final int COLUMN = StageDrawing.NODE_WIDTH + 42;
  private static final int ROW = StageDrawing.NODE_HEIGHT + 12;
  private static final int MARGIN = 8;

  /** Distance between ports, if there is room. */
  private static final double PORT = 11;

  private final GraphSnapshot graph;
  private final Flow.SnapshotPair flow;
  private final Map<String, ControlledStage> controlled;
  private final ConsoleFormats figures;
  private final Map<String, Node> nodes = new HashMap<>();

  private StageDrawings(
      GraphSnapshot graph,
      Flow.SnapshotPair flow,
      Map<String, ControlledStage> controlled,
      ConsoleFormats figures) {
    this.graph = graph;
    this.flow = flow;
    this.controlled = controlled;
    this.figures = figures;
  }

  static StageDrawing draw(
      GraphSnapshot graph,
      Flow.SnapshotPair flow,
      Map<String, ControlledStage> controlled,
      ConsoleFormats figures) {
    return new StageDrawings(graph, flow, controlled, figures).drawing();
  }

  private StageDrawing drawing() {
    List<List<String>> columns = new GraphLayout(graph).columns();
    int rows = columns.stream().mapToInt(List::size).max().orElse(1);
    for (int column = 0; column < columns.size(); column++) {
      List<String> names = columns.get(column);
      int top = MARGIN + (rows - names.size()) * ROW / 2;
      for (int row = 0; row < names.size(); row++) {
        StageSnapshot stage = graph.stage(names.get(row));
        nodes.put(stage.stage(), node(MARGIN + column * COLUMN, top + row * ROW, stage));
      }
    }
    return new StageDrawing(
        2 * MARGIN + columns.size() * COLUMN - (COLUMN - StageDrawing.NODE_WIDTH),
        2 * MARGIN + rows * ROW - (ROW - StageDrawing.NODE_HEIGHT),
        graph.stages().stream().map(stage -> nodes.get(stage.stage())).toList(),
        arrows());
  }

  private Node node(int x, int y, StageSnapshot stage) {
    Worst worst = worst(stage);
    String time =
        worst.p90() == 0
            ? ""
            : figures.time(worst.p90())
                + (worst.target() == 0 ? "" : " / " + figures.time(worst.target()));
    return new Node(
        x,
        y,
        stage.stage(),
        stage.domain(),
        TargetStatus.of(worst.p90(), worst.target()),
        figures.count(stage.queue().length()),
        (int) Math.min(100, Math.ceil(100.0 * stage.queue().credits() / stage.queue().capacity())),
        time);
  }

  /** The 90th percentile and the target of one class, in nanoseconds. */
  private record Worst(long p90, long target) {
    double part() {
      return target == 0 ? 0 : (double) p90 / target;
    }
  }

  /**
   * Returns the class with the worst ratio to its target; a class without a target only if no class
   * has one.
   */
  private Worst worst(StageSnapshot stage) {
    ControlledStage control = controlled.get(stage.stage());
    Worst worst = new Worst(0, 0);
    for (ClassSnapshot one : stage.classes()) {
      long target = control == null ? 0 : control.stage().targets().nanos(one.rank());
      Worst next = new Worst(one.recent().response().p90(), target);
      if (worst.p90() == 0 || next.part() > worst.part()) {
        worst = next;
      }
    }
    return control == null ? new Worst(0, 0) : worst;
  }

  // ---- arrows

  private List<Arrow> arrows() {
    List<Edge> edges =
        graph.edges().stream().filter(edge -> nodes.containsKey(edge.from())).toList();
    Map<String, List<Edge>> out = new HashMap<>();
    Map<String, List<Edge>> in = new HashMap<>();
    for (Edge edge : edges) {
      out.computeIfAbsent(edge.from(), name -> new ArrayList<>()).add(edge);
      in.computeIfAbsent(edge.to(), name -> new ArrayList<>()).add(edge);
    }
    return edges.stream()
        .map(edge -> arrow(edge, out.get(edge.from()), in.get(edge.to())))
        .toList();
  }

  private Arrow arrow(Edge edge, List<Edge> out, List<Edge> in) {
    Node from = nodes.get(edge.from());
    Node to = nodes.get(edge.to());
    int x1 = from.x() + StageDrawing.NODE_WIDTH;
    double y1 = port(from, out.indexOf(edge), out.size());
    int x2 = to.x();
    double y2 = port(to, in.indexOf(edge), in.size());
    double perSecond = flow.perSecond(at -> events(at, edge));
    boolean atTarget = in.size() <= out.size(); // label the end where fewer arrows meet
    return new Arrow(
        edge.from(),
        edge.to(),
        line(x1, y1, x2, y2),
        weight(perSecond),
        figures.rate(perSecond),
        atTarget ? x2 - 20 : x1 + 20,
        (int) (atTarget ? y2 : y1) - 3,
        perSecond > 0);
  }

  /** Returns the height of a port; ports are centred on the node. */
  private static double port(Node node, int index, int of) {
    double apart = Math.min(PORT, (StageDrawing.NODE_HEIGHT - 10.0) / of);
    return node.y() + StageDrawing.NODE_HEIGHT / 2.0 + (index - (of - 1) / 2.0) * apart;
  }

  private static String line(int x1, double y1, int x2, double y2) {
    int bend = Math.max(30, (x2 - x1) / 2);
    return String.format(
        Locale.ROOT,
        "M%d %.1fC%d %.1f %d %.1f %d %.1f",
        x1,
        y1,
        x1 + bend,
        y1,
        x2 - bend,
        y2,
        x2,
        y2);
  }

  private static long events(GraphSnapshot at, Edge edge) {
    return at.stages().stream()
        .filter(stage -> stage.stage().equals(edge.to()))
        .mapToLong(stage -> stage.sources().getOrDefault(edge.from(), 0L))
        .sum();
  }

  /** Returns 0 for no flow, then one more per factor of ten. */
  private static int weight(double perSecond) {
    return perSecond == 0 ? 0 : (int) Math.max(1, Math.min(4, 2 + Math.log10(perSecond)));
  }
}
