package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /admin/history}: the last hour.
 *
 * @param page the surroundings
 * @param charts one for each request type
 */
public record HistoryPage(PageFrame page, List<Chart> charts) implements PageModel {

  /**
   * Response times of a request type over answered and refused requests, on one axis of time.
   *
   * @param name of the stage
   * @param quiet true if nothing was asked for in the hour
   * @param longest highest 90th percentile of the hour, in words
   * @param answered requests in the hour
   * @param refused requests in the hour
   * @param lines 90th percentiles by class, the highest class first
   * @param times labels of the axis of times
   * @param answeredArea path data of the answered requests
   * @param refusedArea path data of the refused ones, on top of the answered
   * @param most label of the axis of requests: a minute
   */
  public record Chart(
      String name,
      boolean quiet,
      String longest,
      String answered,
      String refused,
      List<Line> lines,
      List<Tick> times,
      String answeredArea,
      String refusedArea,
      String most) {
    /** Copies the lists. */
    public Chart {
      lines = List.copyOf(lines);
      times = List.copyOf(times);
    }
  }

  /**
   * One class.
   *
   * @param name of the class
   * @param rank of the class
   * @param line path data
   * @param targetY of the target's line; -1 if there is none or it is outside
   * @param target in words
   */
  public record Line(String name, int rank, String line, int targetY, String target) {}

  /**
   * A label of an axis.
   *
   * @param y where
   * @param label what
   */
  public record Tick(int y, String label) {}

  /** Copies the list. */
  public HistoryPage {
    Objects.requireNonNull(page);
    charts = List.copyOf(charts);
  }

  @Override
  public String template() {
    return "history";
  }
}
