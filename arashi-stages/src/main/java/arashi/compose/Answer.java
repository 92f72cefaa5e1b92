package arashi.compose;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a draft from a mail: recipients, subject, sender, quotation, files.
 *
 * <p>Answers go to {@code Reply-To} or the list (RFC 5322, 3.6.2), and to own addresses only if no
 * others remain. An own mail is answered to its recipients. The sender is the identity that
 * received the mail; else the default.
 */
public final class Answer {
  private static final Identity NOBODY = new Identity("", "", "", "");

  private final Original original;
  private final OwnAddresses own;
  private final Identity identity;
  private final Quotation quotation;
  private final AnswerStyle style;

  private Answer(AnswerKind kind, Original original, List<Identity> identities, AnswerStyle style) {
    this.original = original;
    this.own = new OwnAddresses(identities);
    this.identity =
        addressed(kind).findFirst().orElse(identities.isEmpty() ? NOBODY : identities.get(0));
    this.quotation = new Quotation(original, style);
    this.style = style;
  }

  /**
   * Makes a draft.
   *
   * @param identities the account's identities, the default first; their addresses count as own
   */
  public static Draft of(
      AnswerKind kind, Original original, List<Identity> identities, AnswerStyle style) {
    Answer answer = new Answer(kind, original, identities, style);
    return switch (kind) {
      case REPLY, REPLY_ALL, REPLY_LIST -> answer.reply(kind);
      case FORWARD -> answer.forward();
      case FORWARD_ATTACHED -> answer.forwardAttached();
      case EDIT_AS_NEW -> answer.editAsNew();
      case REDIRECT -> answer.redirect();
      case UNSUBSCRIBE -> answer.unsubscribe();
    };
  }

  /**
   * Returns the identities that wrote the mail or sent it on; then those that received it: first
   * addressed ones that trace fields confirm, then addressed ones, then the others.
   */
  private Stream<Identity> addressed(AnswerKind kind) {
    List<Identity> delivered = identities(original.deliveredTo()).toList();
    boolean written = kind == AnswerKind.EDIT_AS_NEW || original.isWritten(own);
    Stream<Identity> writers =
        Stream.concat(
            written && original.isFromOwn(own) ? identities(original.from()) : Stream.of(),
            own.ownsAll(original.resentFrom()) ? identities(original.resentFrom()) : Stream.of());
    return Stream.of(
            writers,
            identities(original.to()).filter(delivered::contains),
            identities(original.cc()).filter(delivered::contains),
            identities(original.to()),
            identities(original.cc()),
            identities(original.resentTo()),
            delivered.stream())
        .flatMap(each -> each);
  }

  private Stream<Identity> identities(List<Mailbox> mailboxes) {
    return mailboxes.stream().flatMap(mailbox -> own.identity(mailbox).stream());
  }

  private Draft draft(String subject, String text, Origin.Kind origin) {
    return Draft.empty()
        .withFrom(identity.address())
        .withSubject(subject)
        .withText(text)
        .withOrigin(Optional.of(original.origin(origin)));
  }

  private Draft reply(AnswerKind kind) {
    AnswerRecipients recipients = AnswerRecipients.of(kind, original, own);
    return draft(Subjects.reply(subject()), replyText(), Origin.Kind.REPLY)
        .withRecipients(
            AddressList.format(recipients.to()), AddressList.format(recipients.cc()), "");
  }

  private String replyText() {
    String quoted = quotation.quoted();
    if (quoted.isEmpty()) {
      return Signature.below("", identity);
    }
    return switch (style.placement()) {
      case ABOVE -> Signature.below("", identity) + "\n\n" + quoted + "\n";
      case BELOW -> Signature.below(quoted + "\n\n", identity);
    };
  }

  private Draft forward() {
    String text = Signature.below("", identity) + "\n\n" + quotation.forwarded();
    return draft(Subjects.forward(subject()), text, Origin.Kind.FORWARD)
        .withAttachments(original.attachments());
  }

  private Draft forwardAttached() {
    return draft(Subjects.forward(subject()), Signature.below("", identity), Origin.Kind.FORWARD)
        .withAttachments(original.whole().map(List::of).orElse(List.of()));
  }

  private Draft editAsNew() {
    List<Mailbox> bcc = original.hasOwnBcc(own) ? original.bcc() : List.of();
    return draft(subject(), original.text(), Origin.Kind.EDIT)
        .withRecipients(remaining(original.to()), remaining(original.cc()), remaining(bcc))
        .withAttachments(original.attachments());
  }

  /** Returns those of the recipients that have not got the mail. */
  private String remaining(List<Mailbox> mailboxes) {
    return AddressList.format(
        mailboxes.stream()
            .filter(one -> !original.isRefused() || original.isRefusedFor(one))
            .toList());
  }

  private Draft redirect() {
    return draft(subject(), "", Origin.Kind.REDIRECT)
        .withAttachments(original.whole().map(List::of).orElse(List.of()));
  }

  /** Without a signature, because a program reads it. */
  private Draft unsubscribe() {
    return original.unsubscription().orElse(Draft.empty()).withFrom(identity.address());
  }

  private String subject() {
    return original.fields().envelope().subject();
  }
}
