package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /mail/{folder}/{uid}/mail/{n}}: a mail that is attached to another.
 *
 * @param page the surroundings
 * @param up path of the page of the mail that it is attached to
 * @param within subject of that mail, possibly empty
 * @param here path of this page
 * @param original path by which the attached mail is downloaded
 * @param envelope its head
 * @param body its text
 * @param attachments its files
 * @param facts what it is beside its text
 * @param reduced what is left out of the page, or null
 */
public record AttachedMailPage(
    PageFrame page,
    String up,
    String within,
    String here,
    String original,
    MessageView.Envelope envelope,
    MessageView.Body body,
    List<MessageView.Attachment> attachments,
    MailFacts facts,
    Degradation reduced)
    implements PageModel {

  /** Checks that all are there, and the paths; copies the list. */
  public AttachedMailPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(within);
    Objects.requireNonNull(envelope);
    Objects.requireNonNull(body);
    Objects.requireNonNull(facts);
    LocalPath.require(up);
    LocalPath.require(here);
    LocalPath.require(original);
    attachments = List.copyOf(attachments);
  }

  @Override
  public String template() {
    return "attached";
  }
}
