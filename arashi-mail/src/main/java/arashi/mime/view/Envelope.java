package arashi.mime.view;

import arashi.mime.address.Mailbox;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The decoded header fields that are displayed and searched.
 *
 * @param from authors
 * @param replyTo addresses for answers, or empty
 * @param to primary recipients
 * @param cc further recipients
 * @param bcc recipients that the others do not see; only a mail's own author has them
 * @param subject subject without line breaks, or empty
 * @param date date of writing, if it can be read and is plausible
 * @param messageId id without angle brackets, or empty
 * @param inReplyTo ids without angle brackets
 * @param references ids without angle brackets, root first
 */
public record Envelope(
    List<Mailbox> from,
    List<Mailbox> replyTo,
    List<Mailbox> to,
    List<Mailbox> cc,
    List<Mailbox> bcc,
    String subject,
    Optional<Instant> date,
    String messageId,
    List<String> inReplyTo,
    List<String> references) {

  private static final int MOST_LABELS = 30;

  /** Copies the lists. */
  public Envelope {
    from = List.copyOf(from);
    replyTo = List.copyOf(replyTo);
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    bcc = List.copyOf(bcc);
    inReplyTo = List.copyOf(inReplyTo);
    references = List.copyOf(references);
  }

  /** Creates an envelope without hidden recipients. */
  public Envelope(
      List<Mailbox> from,
      List<Mailbox> replyTo,
      List<Mailbox> to,
      List<Mailbox> cc,
      String subject,
      Optional<Instant> date,
      String messageId,
      List<String> inReplyTo,
      List<String> references) {
    this(from, replyTo, to, cc, List.of(), subject, date, messageId, inReplyTo, references);
  }

  /** Returns the recipients as shown in lists: those of To, otherwise those of Cc. */
  public String recipientsLabel() {
    return label(to.isEmpty() ? cc : to);
  }

  /** Returns the label of some people, as shown in lists. */
  public static String label(List<Mailbox> people) {
    return people.stream().limit(MOST_LABELS).map(Mailbox::label).collect(Collectors.joining(", "));
  }

  /** Returns the first author, or an empty address. */
  public Mailbox author() {
    return from.isEmpty() ? new Mailbox("", "") : from.get(0);
  }
}
