package arashi.compose;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.view.Envelope;
import arashi.mime.view.ListFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The mailing list of a mail, by its header (RFC 2369, RFC 2919). Immutable. */
public final class MailingList {
  private static final Pattern LINK = Pattern.compile("<([^<>]{1,2000})>");

  /** Matches {@code NO (posting is not allowed)} of RFC 2369, 3.4. */
  private static final Pattern NO = Pattern.compile("(?i)\\s*no\\s*(\\(.*)?");

  private final ListFields fields;
  private final List<Mailbox> recipients;

  private MailingList(ListFields fields, List<Mailbox> recipients) {
    this.fields = fields;
    this.recipients = recipients;
  }

  /** Returns the list of a mail, which may have none. */
  public static MailingList of(ListFields fields, Envelope envelope) {
    List<Mailbox> recipients =
        Stream.concat(
                Original.mailboxes(envelope.to()).stream(),
                Original.mailboxes(envelope.cc()).stream())
            .toList();
    return new MailingList(fields, recipients);
  }

  /**
   * Returns the posting address: by {@code List-Post}, else the recipient that matches the list's
   * id. Empty if there is none, or posting is not allowed.
   */
  public Optional<Mailbox> address() {
    if (NO.matcher(fields.post()).matches()) {
      return Optional.empty();
    }
    for (String link : links(fields.post())) {
      List<Mailbox> posts = AddressList.parse(MailtoLink.parse(link).to()).mailboxes();
      if (!posts.isEmpty()) {
        return Optional.of(named(posts.get(0)));
      }
    }
    return byId();
  }

  /** Returns the unsubscription mail, without a sender, if the list accepts such mails. */
  public Optional<Draft> unsubscription() {
    return links(fields.unsubscribe()).stream()
        .map(MailtoLink::parse)
        .filter(draft -> !AddressList.parse(draft.to()).mailboxes().isEmpty())
        .findFirst();
  }

  private static List<String> links(String field) {
    List<String> links = new ArrayList<>();
    Matcher found = LINK.matcher(field);
    while (found.find()) {
      links.add(found.group(1).strip());
    }
    return links;
  }

  /** Matches ids made from the address with a dot for the @, which most lists use. */
  private Optional<Mailbox> byId() {
    Matcher id = LINK.matcher(fields.id());
    String name = (id.find() ? id.group(1) : fields.id()).strip().toLowerCase(Locale.ROOT);
    return recipients.stream()
        .filter(mailbox -> mailbox.key().replace('@', '.').equals(name))
        .findFirst();
  }

  /** Adds the display name from the recipients. */
  private Mailbox named(Mailbox list) {
    return recipients.stream()
        .filter(mailbox -> mailbox.key().equals(list.key()))
        .findFirst()
        .orElse(list);
  }
}
