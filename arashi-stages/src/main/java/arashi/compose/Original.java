package arashi.compose;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.html.HtmlText;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.AnswerFields;
import arashi.mime.parse.MailParser;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The mail that an answer derives from. Immutable. */
public final class Original {
  /** Fits the longest lists of recipients; the view of a mail has fewer. */
  private static final MailParser HEADERS =
      new MailParser(
          new MimeLimits(
              5, 20, 500, 1 << 20, 2 << 20, 1, 1, AddressList.MAX_MAILBOXES, References.MAX_IDS));

  private static final int MAX_NAME = 100;
  private static final int MAX_TEXT = MimeLimits.DEFAULT.maxTextBytes();

  /**
   * Bound on the text's size in a form, which leaves room for typing. A form may have 1 MiB, and
   * most characters take three bytes per byte when form-encoded.
   */
  private static final int MAX_FORM_BYTES = 600 << 10;

  private final AnswerFields fields;
  private final String text;
  private final boolean cut;
  private final List<Attached> attachments;
  private final Optional<Attached> whole;
  private final long folder;
  private final long uid;
  private final boolean inOwnFolder;
  private final Set<String> refused;

  private Original(
      AnswerFields fields,
      String text,
      boolean cut,
      List<Attached> attachments,
      Optional<Attached> whole,
      long folder,
      long uid,
      boolean inOwnFolder,
      Set<String> refused) {
    this.fields = fields;
    this.text = text;
    this.cut = cut;
    this.attachments = List.copyOf(attachments);
    this.whole = whole;
    this.folder = folder;
    this.uid = uid;
    this.inOwnFolder = inOwnFolder;
    this.refused = Set.copyOf(refused);
  }

  /**
   * A mail without files.
   *
   * @param raw the mail, below delivery's trace fields if there are any; only the header is read
   * @param view the parsed view
   * @param folder its folder
   * @param uid its uid in the folder
   */
  public static Original of(byte[] raw, MailView view, long folder, long uid) {
    AnswerFields fields = HEADERS.answerFields(raw, WorkBudget.unlimited());
    String text = text(view);
    String fitting = fitting(text);
    boolean cut = view.textTruncated() || fitting.length() < text.length();
    return new Original(
        fields, fitting, cut, List.of(), Optional.empty(), folder, uid, false, Set.of());
  }

  /** Returns as many lines as fit into a form. */
  private static String fitting(String text) {
    int bytes = 0;
    int lineEnd = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n') {
        lineEnd = at;
        bytes += 10; // CR LF, and the mark of a quotation
      } else if (c < 0x80) {
        bytes += c == ' ' || Character.isLetterOrDigit(c) ? 1 : 3;
      } else {
        bytes += c < 0x800 || Character.isSurrogate(c) ? 6 : 9;
      }
      if (bytes > MAX_FORM_BYTES) {
        return TextCleaner.cut(text, lineEnd > 0 ? lineEnd : at);
      }
    }
    return text;
  }

  /** Returns the plain text; of an HTML-only mail, its text with links and quotations. */
  private static String text(MailView view) {
    boolean plain =
        view.parts().stream()
            .anyMatch(part -> part.inline() && part.contentType().equals("text/plain"));
    if (plain || view.html().isEmpty()) {
      return view.text();
    }
    return HtmlText.quotable(view.html().get(), MAX_TEXT, WorkBudget.unlimited());
  }

  /**
   * Returns the parts to carry along when the mail is forwarded or edited as new: attachments, and
   * images within the text. The caller makes an {@link Attached} of each, and passes them to {@link
   * #withAttachments}. Empty for answers and for {@link AnswerKind#FORWARD_ATTACHED}.
   */
  public static List<PartInfo> carried(AnswerKind kind, MailView view) {
    if (kind != AnswerKind.FORWARD && kind != AnswerKind.EDIT_AS_NEW) {
      return List.of();
    }
    List<PartInfo> found = new ArrayList<>();
    int within = Integer.MAX_VALUE;
    for (PartInfo part : view.parts()) {
      if (part.depth() > within) {
        continue; // inside a carried mail
      }
      boolean mail = part.contentType().startsWith("message/");
      within = mail ? part.depth() : Integer.MAX_VALUE;
      if (!part.inline() || part.contentType().startsWith("image/")) {
        found.add(part);
      }
    }
    return found;
  }

  /** Returns a copy with the carried files. */
  public Original withAttachments(List<Attached> files) {
    return new Original(fields, text, cut, files, whole, folder, uid, inOwnFolder, refused);
  }

  /**
   * Returns a copy with the hash and size of the raw mail, for {@link AnswerKind#FORWARD_ATTACHED}.
   * The file name comes from the subject.
   */
  public Original withWhole(String sha256, long size) {
    String subject = TextCleaner.cut(fields.envelope().subject(), MAX_NAME);
    String name = subject.replaceAll("[\\\\/:*?\"<>|]", "_").strip();
    Attached mail =
        new Attached(
            sha256,
            (name.isEmpty() ? "mail" : name) + ".eml",
            "message/rfc822",
            size,
            Optional.empty());
    return new Original(
        fields, text, cut, attachments, Optional.of(mail), folder, uid, inOwnFolder, refused);
  }

  /** Returns a copy of a mail in a folder of written mail: Sent, Drafts, Outbox. */
  public Original inOwnFolder() {
    return new Original(fields, text, cut, attachments, whole, folder, uid, true, refused);
  }

  /**
   * Returns a copy that only these recipients did not get. {@link AnswerKind#EDIT_AS_NEW} is for
   * them, so that the others get no second copy.
   */
  public Original refusedFor(List<String> addresses) {
    Set<String> keys =
        addresses.stream()
            .map(address -> new Mailbox("", address).key())
            .collect(Collectors.toSet());
    return new Original(fields, text, cut, attachments, whole, folder, uid, inOwnFolder, keys);
  }

  /** Returns the posting address of its mailing list, if any (RFC 2369, RFC 2919). */
  public Optional<Mailbox> list() {
    return MailingList.of(fields.list(), fields.envelope()).address();
  }

  /** Returns the unsubscription draft, if the list supports it by mail. */
  public Optional<Draft> unsubscription() {
    return MailingList.of(fields.list(), fields.envelope()).unsubscription();
  }

  /** True if the quoted text is truncated. */
  public boolean isCut() {
    return cut;
  }

  /** Returns its sender and recipients that are none of these identities', without duplicates. */
  public List<String> addressesOfOthers(List<Identity> identities) {
    OwnAddresses own = new OwnAddresses(identities);
    return Stream.of(from(), deliveredTo(), to(), cc(), resentTo(), resentFrom())
        .flatMap(List::stream)
        .filter(mailbox -> !own.owns(mailbox))
        .map(Mailbox::key)
        .distinct()
        .toList();
  }

  /** True if the recipients exceed an answer's maximum, so that an answer to all drops some. */
  public boolean hasTooManyRecipients() {
    Envelope envelope = fields.envelope();
    return envelope.to().size() + envelope.cc().size() >= AddressList.MAX_MAILBOXES;
  }

  // ---- for Answer

  AnswerFields fields() {
    return fields;
  }

  String text() {
    return text;
  }

  List<Attached> attachments() {
    return attachments;
  }

  Optional<Attached> whole() {
    return whole;
  }

  List<Mailbox> from() {
    return mailboxes(fields.envelope().from());
  }

  /** Returns where the author wants answers; empty if unspecified. */
  List<Mailbox> replyTo() {
    List<Mailbox> author = mailboxes(fields.replyTo());
    return author.isEmpty() ? mailboxes(fields.envelope().replyTo()) : author;
  }

  List<Mailbox> to() {
    return mailboxes(fields.envelope().to());
  }

  List<Mailbox> cc() {
    return mailboxes(fields.envelope().cc());
  }

  List<Mailbox> bcc() {
    return mailboxes(fields.envelope().bcc());
  }

  List<Mailbox> followUpTo() {
    return mailboxes(fields.followUpTo());
  }

  List<Mailbox> deliveredTo() {
    return mailboxes(fields.deliveredTo());
  }

  List<Mailbox> resentFrom() {
    return mailboxes(fields.resentFrom());
  }

  List<Mailbox> resentTo() {
    return mailboxes(fields.resentTo());
  }

  /** True if its author has an own address. */
  boolean isFromOwn(OwnAddresses own) {
    List<Mailbox> authors = from();
    return !authors.isEmpty() && authors.stream().allMatch(own::owns);
  }

  /**
   * True if it is the writer's own copy, which is answered to its recipients.
   *
   * <pre>
   *   in a folder of written mail     unless it was only redirected from there
   *   elsewhere                       from an own address, and not delivered to another own address
   * </pre>
   *
   * <p>Evidence of delivery are the trace fields; without an own address in them, To and Cc.
   */
  boolean isWritten(OwnAddresses own) {
    if (inOwnFolder) {
      return isFromOwn(own) || resentFrom().isEmpty();
    }
    return isFromOwn(own) && !cameToAnother(own);
  }

  private boolean cameToAnother(OwnAddresses own) {
    Set<Identity> authors = identities(own, Stream.of(from()));
    Set<Identity> here = identities(own, Stream.of(deliveredTo()));
    Set<Identity> receivers =
        here.isEmpty() ? identities(own, Stream.of(to(), cc(), resentTo())) : here;
    return !receivers.isEmpty()
        && (here.isEmpty()
            ? !authors.containsAll(receivers)
            : receivers.stream().noneMatch(authors::contains));
  }

  private static Set<Identity> identities(OwnAddresses own, Stream<List<Mailbox>> fields) {
    return fields
        .flatMap(List::stream)
        .flatMap(mailbox -> own.identity(mailbox).stream())
        .collect(Collectors.toSet());
  }

  /** True if Bcc names recipients that the account wrote to. */
  boolean hasOwnBcc(OwnAddresses own) {
    return inOwnFolder || isFromOwn(own);
  }

  /** True if only some recipients did not get it. */
  boolean isRefused() {
    return !refused.isEmpty();
  }

  boolean isRefusedFor(Mailbox mailbox) {
    return refused.contains(mailbox.key());
  }

  Origin origin(Origin.Kind kind) {
    boolean reply = kind == Origin.Kind.REPLY;
    return new Origin(
        kind, folder, uid, References.idOf(fields), reply ? References.of(fields) : List.of());
  }

  static List<Mailbox> mailboxes(List<Mailbox> received) {
    return received.stream().flatMap(mailbox -> AnsweredMailbox.of(mailbox).stream()).toList();
  }
}
