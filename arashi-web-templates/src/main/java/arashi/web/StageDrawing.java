package arashi.web;

import java.util.List;

/**
 * The stage graph as a drawing; lengths in the drawing's own units, y downwards.
 *
 * @param width of the whole
 * @param height of the whole
 * @param nodes the stages
 * @param arrows the ways of the events
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
   * @param standing of the class that is worst off
   * @param waiting events in its queue
   * @param full how full the queue is, from 0 to 100
   * @param time 90th percentile and target, in words; empty if there is nothing to say
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
   * A way of events.
   *
   * @param from a stage
   * @param to a stage
   * @param line path data of SVG
   * @param weight from 0, nothing lately, to 4
   * @param flow events a second, in words
   * @param x of the flow's label
   * @param y of the flow's label
   * @param labelled whether there is room for the label
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

  /** Copies the lists. */
  public StageDrawing {
    nodes = List.copyOf(nodes);
    arrows = List.copyOf(arrows);
  }
}
