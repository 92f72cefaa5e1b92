package arashi.mime.view;

import java.util.List;

/**
 * What is in a mail beside its text.
 *
 * @param protections that it is encrypted or signed
 * @param reports what it says of earlier mail
 * @param invitations its events
 * @param otherText words by which it is found, and that its text does not have: of its HTML, of
 *     calendars, of attached text
 */
public record MailFacts(
    List<Protection> protections,
    List<DeliveryReport> reports,
    List<Invitation> invitations,
    String otherText) {
  /** Nothing. */
  public static final MailFacts NONE = new MailFacts(List.of(), List.of(), List.of(), "");

  /** Copies the lists. */
  public MailFacts {
    protections = List.copyOf(protections);
    reports = List.copyOf(reports);
    invitations = List.copyOf(invitations);
  }

  /** The same with other words. */
  public MailFacts with(String words) {
    return new MailFacts(protections, reports, invitations, words);
  }
}
