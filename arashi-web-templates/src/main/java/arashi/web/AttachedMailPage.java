package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /mail/{folder}/{uid}/mail/{n}}: a mail attached to another.
 *
 * @param page the page frame
 * @param up path of the containing mail's page
 * @param within subject of the containing mail, possibly empty
 * @param here path of this page
 * @param original download path of the attached mail
 * @param envelope its head
 * @param body its text
 * @param attachments its files
 * @param facts signatures, reports and invitations
 * @param reduced what a degraded page omits, or null
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
