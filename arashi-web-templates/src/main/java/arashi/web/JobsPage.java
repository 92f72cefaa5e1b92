package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /jobs} and {@code /jobs/{id}}: long work on many mails.
 *
 * @param page the surroundings
 * @param jobs the newest first
 * @param single whether it is the page of one of them
 */
public record JobsPage(PageFrame page, List<Row> jobs, boolean single) implements PageModel {

  /** Checks the frame and copies the list. */
  public JobsPage {
    Objects.requireNonNull(page);
    jobs = List.copyOf(jobs);
  }

  /**
   * A job.
   *
   * @param id its id
   * @param title what it does
   * @param state how far it is, in words
   * @param began when it began
   * @param looked mails that it has looked at
   * @param total mails that there were at the beginning
   * @param running whether it can be stopped
   * @param undoable whether it can be taken back
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
