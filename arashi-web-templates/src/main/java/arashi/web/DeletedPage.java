package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /deleted}: mails that were deleted for good and can still be restored.
 *
 * @param page the surroundings
 * @param url of the folder from which they were deleted, where they come back
 * @param mails those that came last first
 * @param older address of the next page, or null
 */
public record DeletedPage(PageFrame page, String url, List<Mail> mails, String older)
    implements PageModel {

  /** Checks that all are there, and copies the list. */
  public DeletedPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(url);
    mails = List.copyOf(mails);
  }

  /**
   * A mail.
   *
   * @param id as the form sends it
   * @param from as lists have it; empty if an earlier release has deleted it
   * @param subject the same
   * @param deleted when that was
   * @param size as people read it
   */
  public record Mail(String id, String from, String subject, DisplayDate deleted, String size) {

    /** Checks that all are there. */
    public Mail {
      Objects.requireNonNull(id);
      Objects.requireNonNull(from);
      Objects.requireNonNull(subject);
      Objects.requireNonNull(deleted);
      Objects.requireNonNull(size);
    }
  }

  @Override
  public String template() {
    return "deleted";
  }
}
