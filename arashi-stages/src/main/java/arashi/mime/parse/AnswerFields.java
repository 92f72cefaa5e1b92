package arashi.mime.parse;

import arashi.mime.view.Envelope;
import arashi.mime.view.ListFields;
import arashi.mime.view.MailAddress;
import java.util.List;

/**
 * The header fields that say where an answer to a mail goes, and who it came to.
 *
 * @param envelope fields that are shown; members stand for their group
 * @param messageId as it stands between angle brackets; empty if there is none like that
 * @param bcc recipients that only the writer's own copy names
 * @param replyTo {@code Mail-Reply-To}: where the author wants answers to the author alone, also if
 *     a list has changed {@code Reply-To}
 * @param followUpTo {@code Mail-Followup-To}: where the author wants answers to all
 * @param deliveredTo whom servers on the way delivered it to, the surest first
 * @param list of the mailing list
 */
public record AnswerFields(
    Envelope envelope,
    String messageId,
    List<MailAddress> bcc,
    List<MailAddress> replyTo,
    List<MailAddress> followUpTo,
    List<MailAddress> deliveredTo,
    ListFields list) {

  /** Copies the lists. */
  public AnswerFields {
    bcc = List.copyOf(bcc);
    replyTo = List.copyOf(replyTo);
    followUpTo = List.copyOf(followUpTo);
    deliveredTo = List.copyOf(deliveredTo);
  }
}
