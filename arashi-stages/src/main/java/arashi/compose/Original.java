package arashi.compose;

import arashi.mime.html.HtmlText;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.AnswerFields;
import arashi.mime.parse.MailParser;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailAddress;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What has to be known of a mail to answer it. Immutable. */
public final class Original {
  /** Enough for the longest lists of recipients; what is shown of a mail has fewer. */
  private static final MailParser HEADERS =
      new MailParser(
          new MimeLimits(
              5, 20, 500, 1 << 20, 2 << 20, 1, 1, AddressList.MAX_MAILBOXES, References.MAX_IDS));

  private static final int MAX_NAME = 100;
  private static final int MAX_TEXT = MimeLimits.DEFAULT.maxTextBytes();

  /**
   * Bytes that the text has in a form at most, so that there is room for what a person types. A
   * form may have 1 MiB, and most characters have three bytes for each of theirs.
   */
  private static final int MAX_FORM_BYTES = 600 << 10;

  private final AnswerFields fields;
  private final String text;
  private final boolean cut;
  private final List<Attached> attachments;
  private final Optional<Attached> whole;
  private final long folder;
  private final long uid;

  private Original(
      AnswerFields fields,
      String text,
      boolean cut,
      List<Attached> attachments,
      Optional<Attached> whole,
      long folder,
      long uid) {
    this.fields = fields;
    this.text = text;
    this.cut = cut;
    this.attachments = List.copyOf(attachments);
    this.whole = whole;
    this.folder = folder;
    this.uid = uid;
  }

  /**
   * A mail without files.
   *
   * @param raw the mail, below the trace fields that delivery wrote if there are any; of it only
   *     the header is read
   * @param view what is shown of it
   * @param folder where it lies
   * @param uid in that folder
   */
  public static Original of(byte[] raw, MailView view, long folder, long uid) {
    AnswerFields fields = HEADERS.answerFields(raw, WorkBudget.unlimited());
    String text = text(view);
    String fitting = fitting(text);
    boolean cut = view.textTruncated() || fitting.length() < text.length();
    return new Original(fields, fitting, cut, List.of(), Optional.empty(), folder, uid);
  }

  /** As many lines as a form takes. */
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

  /** The plain text of the mail, or of its HTML, with links and quotations, if it has no other. */
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
   * The parts that go along when the mail is forwarded or edited as new: attachments, and images
   * within the text. Store each, make an {@link Attached} of it, and hand them to {@link
   * #withAttachments}. None for answers, and none for {@link AnswerKind#FORWARD_ATTACHED}.
   */
  public static List<PartInfo> carried(AnswerKind kind, MailView view) {
    if (kind != AnswerKind.FORWARD && kind != AnswerKind.EDIT_AS_NEW) {
      return List.of();
    }
    List<PartInfo> found = new ArrayList<>();
    int within = Integer.MAX_VALUE;
    for (PartInfo part : view.parts()) {
      if (part.depth() > within) {
        continue; // of a mail that goes along as a whole
      }
      boolean mail = part.contentType().startsWith("message/");
      within = mail ? part.depth() : Integer.MAX_VALUE;
      if (!part.inline() || part.contentType().startsWith("image/")) {
        found.add(part);
      }
    }
    return found;
  }

  /** The same with the files that go along. */
  public Original withAttachments(List<Attached> files) {
    return new Original(fields, text, cut, files, whole, folder, uid);
  }

  /**
   * The same with the hash and size of the raw mail, for {@link AnswerKind#FORWARD_ATTACHED}; the
   * name comes from the subject.
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
    return new Original(fields, text, cut, attachments, Optional.of(mail), folder, uid);
  }

  /** The address of the mailing list that it came by, if it says so (RFC 2369, RFC 2919). */
  public Optional<Mailbox> list() {
    return MailingList.of(fields.list(), fields.envelope()).address();
  }

  /** The draft that ends the subscription by which it came, if there is a way to do so by mail. */
  public Optional<Draft> unsubscription() {
    return MailingList.of(fields.list(), fields.envelope()).unsubscription();
  }

  /** True if its text is longer than what an answer quotes of it. */
  public boolean isCut() {
    return cut;
  }

  /** Addresses that it is from or came to, and that are none of these identities'; each once. */
  public List<String> addressesOfOthers(List<Identity> identities) {
    OwnAddresses own = new OwnAddresses(identities);
    return Stream.of(from(), deliveredTo(), to(), cc())
        .flatMap(List::stream)
        .filter(mailbox -> !own.owns(mailbox))
        .map(Mailbox::key)
        .distinct()
        .toList();
  }

  /** True if it has more recipients than an answer may have, so that one to all leaves some out. */
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

  /** Where the author wants answers; nobody if that is not said. */
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
    return mailboxes(fields.bcc());
  }

  List<Mailbox> followUpTo() {
    return mailboxes(fields.followUpTo());
  }

  List<Mailbox> deliveredTo() {
    return mailboxes(fields.deliveredTo());
  }

  /** True if the account has written it. */
  boolean isOf(OwnAddresses own) {
    List<Mailbox> authors = from();
    return !authors.isEmpty() && authors.stream().allMatch(own::owns);
  }

  Origin origin(Origin.Kind kind) {
    boolean reply = kind == Origin.Kind.REPLY;
    return new Origin(
        kind, folder, uid, References.idOf(fields), reply ? References.of(fields) : List.of());
  }

  static List<Mailbox> mailboxes(List<MailAddress> addresses) {
    return addresses.stream().flatMap(address -> Addresses.answered(address).stream()).toList();
  }
}
