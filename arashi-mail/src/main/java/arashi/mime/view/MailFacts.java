package arashi.mime.view;

import java.util.List;

/**
 * Facts about a mail beside its text.
 *
 * @param protections encryption and signatures
 * @param reports delivery reports about earlier mail
 * @param invitations calendar events
 * @param bcc recipients that only the writer's own copy names
 * @param otherText words that are indexed but not in the displayed text: from HTML, calendars and
 *     attached text
 */
public record MailFacts(
    List<Protection> protections,
    List<DeliveryReport> reports,
    List<Invitation> invitations,
    List<MailAddress> bcc,
    String otherText) {
  /** No facts. */
  public static final MailFacts NONE =
      new MailFacts(List.of(), List.of(), List.of(), List.of(), "");

  /** Copies the lists. */
  public MailFacts {
    protections = List.copyOf(protections);
    reports = List.copyOf(reports);
    invitations = List.copyOf(invitations);
    bcc = List.copyOf(bcc);
  }

  /** Returns these facts with other words. */
  public MailFacts with(String words) {
    return new MailFacts(protections, reports, invitations, bcc, words);
  }
}
