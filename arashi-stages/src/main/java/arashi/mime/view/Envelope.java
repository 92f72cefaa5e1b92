package arashi.mime.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The header fields of a mail that are shown and searched, decoded.
 *
 * @param from authors
 * @param replyTo where answers go, or empty
 * @param to first recipients
 * @param cc further recipients
 * @param subject without line breaks; empty when there is none
 * @param date when it was written, if the field can be read and is not absurd
 * @param messageId without angle brackets, or empty
 * @param inReplyTo ids without angle brackets
 * @param references ids without angle brackets, root first
 */
public record Envelope(
    List<MailAddress> from,
    List<MailAddress> replyTo,
    List<MailAddress> to,
    List<MailAddress> cc,
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
    inReplyTo = List.copyOf(inReplyTo);
    references = List.copyOf(references);
  }

  /** Whom a list shows as recipients: those of To, else those of Cc; or nothing. */
  public String recipientsLabel() {
    return label(to.isEmpty() ? cc : to);
  }

  /** Some people, as a list shows them. */
  public static String label(List<MailAddress> people) {
    return people.stream()
        .limit(MOST_LABELS)
        .map(MailAddress::label)
        .collect(Collectors.joining(", "));
  }

  /** The first author, or an empty address. */
  public MailAddress author() {
    return from.isEmpty() ? new MailAddress("", "") : from.get(0);
  }
}
