package arashi.request.showmessage;

import arashi.compose.MailingList;
import arashi.front.page.DisplayFormats;
import arashi.front.page.MessageRows;
import arashi.front.session.User;
import arashi.mime.address.Mailbox;
import arashi.mime.html.HtmlSanitizer;
import arashi.mime.html.MailImages;
import arashi.mime.html.PlainTextRenderer;
import arashi.mime.html.SanitizedHtml;
import arashi.mime.limit.ReadingLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.ParsedMail;
import arashi.mime.view.Columns;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import arashi.mime.view.OneClick;
import arashi.mime.view.PartInfo;
import arashi.mime.view.Shown;
import arashi.store.mail.Item;
import arashi.store.mail.Message;
import arashi.store.outbox.OutgoingRow;
import arashi.web.AttachedMailPage;
import arashi.web.Degradation;
import arashi.web.Field;
import arashi.web.MessageRow;
import arashi.web.MessageView;
import arashi.web.MessageView.Attachment;
import arashi.web.MessageView.Body;
import arashi.web.MessageView.Font;
import arashi.web.MessageView.Links;
import arashi.web.MessageView.ListWays;
import arashi.web.MessageView.Note;
import arashi.web.MessageView.Person;
import arashi.web.MessageView.RemoteImages;
import arashi.web.MessageView.RemoteState;
import arashi.web.PageFrame;
import arashi.web.SafeHtml;
import arashi.web.ShownAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** Builds the page models of one message. */
final class MessageViews {
  /** Dates of sending and arrival that differ by more than this are both shown. */
  static final Duration SAME_DATE = Duration.ofDays(1);

  private final DisplayFormats formats;
  private final MailParser parser;
  private final ReadingLimits limits;
  private final ImageLimits imageLimits;
  private final BooleanSupplier isHeld;

  /**
   * Creates views with these formats for times and sizes, each within these limits.
   *
   * @param isHeld whether the outbox is held; never blocks
   */
  MessageViews(
      DisplayFormats formats,
      MailParser parser,
      ReadingLimits limits,
      ImageLimits imageLimits,
      BooleanSupplier isHeld) {
    this.formats = formats;
    this.parser = parser;
    this.limits = limits;
    this.imageLimits = imageLimits;
    this.isHeld = isHeld;
  }

  /** Returns views with times in the user's zone, if set. */
  MessageViews of(User user) {
    return new MessageViews(formats.of(user), parser, limits, imageLimits, isHeld);
  }

  /** Returns the images of a mail that its text may show: a message, or a mail attached to it. */
  OwnImages images(Message message, MailView view) {
    return new OwnImages(view, message.item().size(), imageLimits);
  }

  /**
   * A mail for display: a message, or a mail attached to one.
   *
   * @param url path of its page
   * @param order query that keeps the order of the list, or empty
   * @param message path of the message's page, below which the parts are
   * @param view parsed content
   * @param images images that the text may show
   * @param remote whether remote images are shown; called only if there are any, and may block
   * @param sender sender whose images can always be shown; empty if the page does not offer that
   */
  record ShownMail(
      String url,
      String order,
      String message,
      MailView view,
      OwnImages images,
      Supplier<RemoteState> remote,
      Optional<String> sender,
      ShowMessageRequest.Form form) {

    String with(String parameter) {
      return url + (order.isEmpty() ? "?" : order + "&") + parameter;
    }
  }

  /**
   * The data of a message's view.
   *
   * @param item listing row
   * @param reading the mail
   * @param trace trace fields from delivery; also empty if remote content is off
   * @param bcc recipients that only the writer may see
   * @param headers all header fields if requested, otherwise none
   * @param conversation rows of the other messages
   * @param newer address of the next newer message, or null
   * @param older address of the next older message, or null
   * @param onward target after the message has left its folder, or null for the list
   * @param outgoing sending state, for one's own mail
   * @param keywords labels that the reader assigned
   */
  record ShownMessage(
      Item item,
      ShownMail reading,
      Optional<byte[]> trace,
      List<Mailbox> bcc,
      List<Field> headers,
      List<MessageRow> conversation,
      String newer,
      String older,
      String onward,
      Optional<OutgoingRow> outgoing,
      List<String> keywords) {}

  MessageView view(ShownMessage content, Locale locale) {
    Item item = content.item();
    ShownMail reading = content.reading();
    String url = reading.url();
    boolean full = reading.form() == ShowMessageRequest.Form.PAGE_HEADERS;
    BodyView body = body(reading);
    return new MessageView(
        Long.toString(item.uid()),
        envelope(reading.view().envelope(), content.bcc(), item.receivedAt(), item.size(), locale),
        MessageRows.state(item, true),
        body.body(),
        attachments(reading, body.shown()),
        content.headers(),
        content.conversation(),
        new Links(
            url,
            url + reading.order(),
            url + "/raw",
            full ? url + reading.order() : reading.with("headers=full"),
            content.newer(),
            content.older(),
            content.onward()),
        content
            .outgoing()
            .map(row -> SendStateView.of(row, isHeld.getAsBoolean(), formats, locale))
            .orElse(null),
        list(content),
        Facts.of(reading.view(), formats, locale),
        content.keywords());
  }

  /**
   * Builds the page of a mail attached to a message.
   *
   * @param item the message
   * @param part the attached mail
   * @param arrived time of arrival at the reader
   * @param reduced degradation of the page, or null
   */
  AttachedMailPage attached(
      PageFrame frame,
      Item item,
      PartInfo part,
      Instant arrived,
      ShownMail reading,
      Degradation reduced,
      Locale locale) {
    MailView view = reading.view();
    String original = reading.message() + "/part/" + part.n();
    BodyView body = body(reading);
    return new AttachedMailPage(
        frame,
        reading.message(),
        item.subject(),
        reading.url(),
        original,
        envelope(view.envelope(), view.envelope().bcc(), arrived, part.size(), locale),
        body.body(),
        attachments(reading, body.shown()),
        Facts.of(view, formats, locale),
        reduced);
  }

  /** Returns the list's actions. */
  private static ListWays list(ShownMessage content) {
    MailView view = content.reading().view();
    MailingList list = MailingList.of(view.list(), view.envelope());
    return new ListWays(
        list.address().isPresent(),
        list.unsubscription().isPresent(),
        OneClick.url(content.trace(), view).isPresent());
  }

  private MessageView.Envelope envelope(
      Envelope envelope, List<Mailbox> bcc, Instant arrived, long size, Locale locale) {
    return new MessageView.Envelope(
        envelope.subject(),
        people(envelope.from()),
        people(envelope.to()),
        people(envelope.cc()),
        people(bcc),
        formats.full(envelope.date().orElse(arrived), locale),
        envelope
            .date()
            .filter(sent -> areFarApart(sent, arrived))
            .map(sent -> formats.full(arrived, locale))
            .orElse(null),
        DisplayFormats.size(size));
  }

  private static boolean areFarApart(Instant sent, Instant arrived) {
    return Duration.between(sent, arrived).abs().compareTo(SAME_DATE) > 0;
  }

  private static List<Person> people(List<Mailbox> addresses) {
    return addresses.stream().map(Facts::person).toList();
  }

  /**
   * The text of a mail.
   *
   * @param shown its images that the text shows
   */
  private record BodyView(Body body, Set<PartInfo> shown) {}

  private BodyView body(ShownMail reading) {
    MailView view = reading.view();
    if (view.html().isPresent() && !reading.form().isPlain()) {
      return htmlBody(reading, view.html().get());
    }
    String other = view.html().isPresent() ? reading.with("view=html") : null;
    SafeHtml text = new SafeHtml(PlainTextRenderer.render(view.text()));
    Body body = new Body(text, null, other, null, note(view, false), font(reading));
    return new BodyView(body, Set.of());
  }

  /** Returns the font of the plain text: of one width if asked for, or for tables. */
  private static Font font(ShownMail reading) {
    boolean fixed =
        switch (reading.form()) {
          case PAGE_FIXED -> true;
          case PAGE_PROPORTIONAL -> false;
          default -> Columns.areIn(reading.view().text());
        };
    return new Font(fixed, reading.with(fixed ? "view=proportional" : "view=fixed"));
  }

  /** Sanitizes the text to learn what it shows; the frame requests the result by itself. */
  private BodyView htmlBody(ShownMail reading, String html) {
    OwnImages.Pass pass = reading.images().pass();
    SanitizedHtml safe = sanitized(html, pass.withoutContent());
    RemoteImages remote = remote(reading, safe.blockedImages());
    boolean areShown = remote != null && remote.state().areShown();
    Body body =
        new Body(
            null,
            reading.url() + "/body" + (areShown ? "?images=show" : ""),
            reading.with("view=plain"),
            remote,
            note(reading.view(), safe.cut()));
    return new BodyView(body, pass.shown());
  }

  private static RemoteImages remote(ShownMail reading, int count) {
    return count == 0
        ? null
        : new RemoteImages(
            count,
            reading.remote().get(),
            reading.with("view=html&images=show"),
            reading.sender().map(one -> new ShownAddress(one, Shown.text(one))).orElse(null));
  }

  /** Returns the most severe note about the display of the text. */
  private static Note note(MailView view, boolean cut) {
    if (view.has(MailProblem.Kind.SHOWN_AS_SOURCE)) {
      return Note.SOURCE;
    }
    if (view.has(MailProblem.Kind.HTML_DROPPED) || view.has(MailProblem.Kind.TEXT_TRUNCATED)) {
      return Note.TRUNCATED;
    }
    if (cut) {
      return Note.CUT;
    }
    if (view.has(MailProblem.Kind.PARTLY_INDEXED)) {
      return Note.PARTIAL;
    }
    boolean lost = view.problems().stream().anyMatch(problem -> problem.kind().losesSomething());
    return lost ? Note.MALFORMED : Note.NONE;
  }

  private SanitizedHtml sanitized(String html, MailImages images) {
    return HtmlSanitizer.sanitize(html, images, limits.html(), limits.budget().start());
  }

  /** Returns the parts beside the text: all but those that it shows, or that belong to it. */
  private List<Attachment> attachments(ShownMail reading, Set<PartInfo> shown) {
    return reading.view().parts().stream()
        .filter(part -> OwnImages.isBeside(part, shown))
        .map(part -> attachment(reading, part))
        .toList();
  }

  private Attachment attachment(ShownMail reading, PartInfo part) {
    String url = reading.message() + "/part/" + part.n();
    String name = part.fileName();
    boolean preview = part.imageType().isPresent() && reading.images().mayBeRead();
    return new Attachment(
        name,
        part.contentType(),
        DisplayFormats.size(part.size()),
        url,
        preview ? url + "?inline=1" : null,
        part.isShownAsText() || part.imageType().isPresent() ? url + "?inline=1" : null,
        parser.isAttachedMail(part) ? reading.message() + "/mail/" + part.n() : null);
  }

  /** Whether {@link #attached(byte[], int)} can read the part as a mail. */
  boolean isAttachedMail(PartInfo part) {
    return parser.isAttachedMail(part);
  }

  Optional<ParsedMail> attached(byte[] raw, int n) {
    return parser.attached(raw, n, limits.budget().start());
  }

  /**
   * Sanitizes the HTML text of a raw mail, with its own images.
   *
   * @param remote maps a remote image to its address
   */
  SanitizedHtml sanitized(
      String html, OwnImages images, Function<String, Optional<String>> remote, byte[] raw) {
    Map<Integer, byte[]> contents = parser.parts(raw, images.numbers());
    return sanitized(html, images.pass().withContent(contents, remote));
  }

  /** Returns the recipients of Bcc: of the mail itself, else those noted when it was sent. */
  List<Mailbox> bcc(MailView view, Optional<byte[]> trace) {
    List<Mailbox> named = view.envelope().bcc();
    return named.isEmpty() && trace.isPresent()
        ? parser.answerFields(trace.get(), limits.budget().start()).envelope().bcc()
        : named;
  }

  List<Field> headers(byte[] raw) {
    return parser.headers(raw, limits.budget().start()).stream()
        .map(header -> new Field(header.name(), header.value()))
        .toList();
  }
}
