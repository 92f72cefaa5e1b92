package arashi.request.showmessage;

import arashi.front.MessageRows;
import arashi.mime.HtmlSanitizer;
import arashi.mime.MailAddress;
import arashi.mime.MailParser;
import arashi.mime.MailView;
import arashi.mime.PartInfo;
import arashi.mime.PlainTextRenderer;
import arashi.mime.SanitizedHtml;
import arashi.store.Flag;
import arashi.store.Item;
import arashi.web.Field;
import arashi.web.Marks;
import arashi.web.MessageRow;
import arashi.web.MessageView;
import arashi.web.MessageView.Attachment;
import arashi.web.MessageView.Body;
import arashi.web.MessageView.Envelope;
import arashi.web.MessageView.Links;
import arashi.web.MessageView.Person;
import arashi.web.SafeHtml;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Page models of one message. */
public final class MessageViews {
  private final arashi.front.Shown formats;
  private final MailParser parser;

  /** Views with moments and sizes in these formats. */
  public MessageViews(arashi.front.Shown formats, MailParser parser) {
    this.formats = formats;
    this.parser = parser;
  }

  /**
   * What a view is made of.
   *
   * @param item the listing row
   * @param view what was read from the mail when it came in
   * @param images those that the text may show
   * @param form what of it is wanted
   * @param headers all header fields if they are wanted, else none
   * @param conversation rows of the other messages
   * @param newer address of the message before it, or null
   * @param older address of the message after it, or null
   * @param order the query that keeps the order of the list, or empty
   */
  record Shown(
      Item item,
      MailView view,
      OwnImages images,
      ShowMessageRequest.Form form,
      List<Field> headers,
      List<MessageRow> conversation,
      String newer,
      String older,
      String order) {

    String url() {
      return MessageRows.messageUrl(item.folder(), item.uid());
    }

    /** This page with another parameter, in the same order. */
    String with(String parameter) {
      return url() + (order.isEmpty() ? "?" : order + "&") + parameter;
    }
  }

  MessageView view(Shown shown, Locale locale) {
    Item item = shown.item();
    MailView view = shown.view();
    boolean full = shown.form() == ShowMessageRequest.Form.PAGE_HEADERS;
    Body body = body(shown); // tells the images which of them it shows
    return new MessageView(
        Long.toString(item.uid()),
        envelope(item, view.envelope(), locale),
        new Marks(!item.is(Flag.SEEN), item.is(Flag.FLAGGED), item.hasAttachment(), true),
        body,
        attachments(shown),
        shown.headers(),
        shown.conversation(),
        new Links(
            shown.url() + "/raw",
            full ? shown.url() + shown.order() : shown.with("headers=full"),
            shown.newer(),
            shown.older()));
  }

  private Envelope envelope(Item item, arashi.mime.Envelope envelope, Locale locale) {
    return new Envelope(
        envelope.subject(),
        people(envelope.from()),
        people(envelope.to()),
        people(envelope.cc()),
        formats.full(envelope.date().orElse(item.receivedAt()), locale),
        arashi.front.Shown.size(item.size()));
  }

  private static List<Person> people(List<MailAddress> addresses) {
    return addresses.stream()
        .map(one -> new Person(one.label(), one.address().isEmpty() ? null : one.address()))
        .toList();
  }

  private static Body body(Shown shown) {
    MailView view = shown.view();
    boolean malformed = !view.problems().isEmpty();
    boolean plain = shown.form() == ShowMessageRequest.Form.PAGE_PLAIN;
    if (view.html().isPresent() && !plain) {
      int blocked =
          HtmlSanitizer.sanitize(view.html().get(), contentId -> noted(shown.images(), contentId))
              .blockedImages();
      return new Body(null, shown.url() + "/body", shown.with("view=plain"), blocked, malformed);
    }
    String other = view.html().isPresent() ? shown.with("view=html") : null;
    return new Body(new SafeHtml(PlainTextRenderer.render(view.text())), null, other, 0, malformed);
  }

  private static Optional<String> noted(OwnImages images, String contentId) {
    images.show(contentId);
    return Optional.empty();
  }

  private static List<Attachment> attachments(Shown shown) {
    return shown.view().parts().stream()
        .filter(shown.images()::isBeside)
        .map(part -> attachment(shown, part))
        .toList();
  }

  private static Attachment attachment(Shown shown, PartInfo part) {
    String url = shown.url() + "/part/" + part.n();
    String name = part.name().isEmpty() ? "part-" + part.n() : part.name();
    boolean preview = part.imageType().isPresent() && shown.images().mayBeRead();
    return new Attachment(
        name,
        part.contentType(),
        arashi.front.Shown.size(part.size()),
        url,
        preview ? url + "?inline=1" : null);
  }

  /** The HTML text of a raw mail as it is safe to show, with its own images. */
  SanitizedHtml body(String html, OwnImages images, byte[] raw) {
    return HtmlSanitizer.sanitize(
        html, contentId -> images.address(contentId, n -> parser.part(raw, n)));
  }

  /** All header fields of a raw mail, in their order. */
  List<Field> headers(byte[] raw) {
    return parser.parse(raw).headers().stream()
        .map(header -> new Field(header.name(), header.value()))
        .toList();
  }
}
