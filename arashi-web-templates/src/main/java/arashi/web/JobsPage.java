package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /jobs} and {@code /jobs/{id}}: jobs on many mails.
 *
 * @param page the page frame
 * @param jobs the newest first
 * @param single whether it is the page of one job
 */
public record JobsPage(PageFrame page, List<Row> jobs, boolean single) implements PageModel {

  public JobsPage {
    Objects.requireNonNull(page);
    jobs = List.copyOf(jobs);
  }

  /**
   * A job.
   *
   * @param id its id
   * @param title what it does
   * @param state its progress, as text
   * @param began start time
   * @param looked mails processed so far
   * @param total mails at the start
   * @param running whether it can be stopped
   * @param undoable whether it can be undone
   */
  public record Row(
      String id,
      String title,
      String state,
      DisplayDate began,
      long looked,
      long total,
      boolean running,
      boolean undoable) {}

  @Override
  public String template() {
    return "jobs";
  }
}
