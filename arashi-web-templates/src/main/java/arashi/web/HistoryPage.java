package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /admin/history}: the last hour.
 *
 * @param page the page frame
 * @param charts one per request type
 */
public record HistoryPage(PageFrame page, List<Chart> charts) implements PageModel {

  /**
   * Response times of a request type above answered and refused requests, on a common time axis.
   *
   * @param name of the stage
   * @param quiet true if there were no requests in the hour
   * @param longest highest 90th percentile of the hour, as text
   * @param answered requests in the hour
   * @param refused requests in the hour
   * @param lines 90th percentiles by class, the highest class first
   * @param times labels of the axis of response times
   * @param answeredArea path data of the answered requests
   * @param refusedArea path data of the refused requests, stacked on the answered ones
   * @param most label of the axis of requests per minute
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
    public Chart {
      lines = List.copyOf(lines);
      times = List.copyOf(times);
    }
  }

  /**
   * A class.
   *
   * @param name of the class
   * @param rank of the class
   * @param line path data
   * @param targetY y of the target's line; -1 if there is none or it is outside
   * @param target as text
   */
  public record Line(String name, int rank, String line, int targetY, String target) {}

  /**
   * A label of an axis.
   *
   * @param y position
   * @param label text
   */
  public record Tick(int y, String label) {}

  public HistoryPage {
    Objects.requireNonNull(page);
    charts = List.copyOf(charts);
  }

  @Override
  public String template() {
    return "history";
  }
}
