package arashi.web;

import java.util.List;

/**
 * The stage graph as a drawing; lengths in drawing units, y downwards.
 *
 * @param width total width
 * @param height total height
 * @param nodes the stages
 * @param arrows the event flows
 */
public record StageDrawing(int width, int height, List<Node> nodes, List<Arrow> arrows) {
  /** Width of a stage. */
  public static final int NODE_WIDTH = 152;

  /** Height of a stage. */
  public static final int NODE_HEIGHT = 50;

  /**
   * A stage.
   *
   * @param x of its left side
   * @param y of its upper side
   * @param name of the stage
   * @param domain that runs it
   * @param standing of the class furthest from its target
   * @param waiting events in its queue
   * @param full fill level of the queue, from 0 to 100
   * @param time 90th percentile and target, as text; empty if there are none
   */
  public record Node(
      int x,
      int y,
      String name,
      String domain,
      TargetStatus standing,
      String waiting,
      int full,
      String time) {}

  /**
   * An event flow.
   *
   * @param from a stage
   * @param to a stage
   * @param line path data of SVG
   * @param weight from 0, no recent events, to 4
   * @param flow events per second, as text
   * @param x of the flow's label
   * @param y of the flow's label
   * @param labelled whether the label fits
   */
  public record Arrow(
      String from,
      String to,
      String line,
      int weight,
      String flow,
      int x,
      int y,
      boolean labelled) {}

  public StageDrawing {
    nodes = List.copyOf(nodes);
    arrows = List.copyOf(arrows);
  }
}
