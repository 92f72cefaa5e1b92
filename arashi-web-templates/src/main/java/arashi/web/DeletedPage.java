package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /deleted}: permanently deleted mails that can still be restored.
 *
 * @param page the page frame
 * @param url the mails' former folder, to which they are restored
 * @param mails latest arrival first
 * @param older address of the next page, or null
 */
public record DeletedPage(PageFrame page, String url, List<Mail> mails, String older)
    implements PageModel {

  public DeletedPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(url);
    mails = List.copyOf(mails);
  }

  /**
   * A mail.
   *
   * @param id as the form sends it
   * @param from sender as in lists; empty if the mail has none
   * @param subject in the same form
   * @param deleted time of deletion
   * @param size displayed size
   */
  public record Mail(String id, String from, String subject, DisplayDate deleted, String size) {

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
