package arashi.mime.parse;

import arashi.mime.address.Mailbox;
import arashi.mime.view.Envelope;
import arashi.mime.view.ListFields;
import java.util.List;

/**
 * The header fields that set the recipients of an answer, and those that record a mail's
 * recipients.
 *
 * @param envelope displayed fields, with group members in place of their group
 * @param messageId the id between the angle brackets, or empty if there is none
 * @param replyTo {@code Mail-Reply-To}: where the author wants private answers, even if a list
 *     changed {@code Reply-To}
 * @param followUpTo {@code Mail-Followup-To}: where the author wants answers to all
 * @param deliveredTo delivery addresses that servers recorded, most reliable first
 * @param resentFrom who last sent the mail on unchanged (RFC 5322, 3.6.6); empty if nobody did
 * @param resentTo to whom
 * @param list fields of the mailing list
 */
public record AnswerFields(
    Envelope envelope,
    String messageId,
    List<Mailbox> replyTo,
    List<Mailbox> followUpTo,
    List<Mailbox> deliveredTo,
    List<Mailbox> resentFrom,
    List<Mailbox> resentTo,
    ListFields list) {

  /** Copies the lists. */
  public AnswerFields {
    replyTo = List.copyOf(replyTo);
    followUpTo = List.copyOf(followUpTo);
    deliveredTo = List.copyOf(deliveredTo);
    resentFrom = List.copyOf(resentFrom);
    resentTo = List.copyOf(resentTo);
  }
}
