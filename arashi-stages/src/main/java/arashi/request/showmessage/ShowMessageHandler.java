package arashi.request.showmessage;

import arashi.front.DetailLevel;
import arashi.front.FolderPane;
import arashi.front.ListPosition;
import arashi.front.MessageRows;
import arashi.front.Pages;
import arashi.front.RawMails;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.front.RetryAfter;
import arashi.front.SortLinks;
import arashi.front.User;
import arashi.front.compose.ComposePages;
import arashi.mime.html.SanitizedHtml;
import arashi.mime.parse.ParsedMail;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.store.Store;
import arashi.store.draft.StoredDraft;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.ItemPage;
import arashi.store.mail.Items;
import arashi.store.mail.Message;
import arashi.store.mail.Order;
import arashi.store.mail.PageKey;
import arashi.store.outbox.OutgoingRow;
import arashi.web.BodyPage;
import arashi.web.Degradation;
import arashi.web.ErrorPage.Problem;
import arashi.web.Field;
import arashi.web.FolderLink;
import arashi.web.MessageList;
import arashi.web.MessagePage;
import arashi.web.MessageRow;
import arashi.web.PageFrame;
import arashi.web.SafeHtml;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Shows a message beside the surrounding rows of its folder, and marks it as read. The content was
 * prepared on arrival; the raw mail is read only for images within the text and for all header
 * fields.
 */
final class ShowMessageHandler extends RequestHandler<ShowMessageRequest> {
  /** Rows before and after the message: what a desktop screen shows, and a few more. */
  private static final int ROWS_BEFORE = 8;

  private static final int ROWS_AFTER = 15;

  /** Maximum newer, and maximum older, messages of the conversation. */
  private static final int CONVERSATION = 25;

  private final Store store;
  private final MessageRows rows;
  private final MessageViews views;
  private final RawMails rawMails;
  private final ImageLimits imageLimits;
  private final RemoteImages remoteImages;
  private final RetryAfter retryAfter;
  private final SortLinks sorts;

  ShowMessageHandler(
      Pages pages,
      Store store,
      MessageRows rows,
      MessageViews views,
      RawMails rawMails,
      ImageLimits imageLimits,
      RemoteImages remoteImages,
      RetryAfter retryAfter) {
    super(pages, pages.busyWords(ShowMessage.TYPE.words()));
    this.store = store;
    this.rows = rows;
    this.views = views;
    this.rawMails = rawMails;
    this.imageLimits = imageLimits;
    this.remoteImages = remoteImages;
    this.retryAfter = retryAfter;
    this.sorts = new SortLinks(pages.messages());
  }

  @Override
  protected void answer(ShowMessageRequest request) throws RequestProblem, IOException {
    long account = request.user().account();
    Message message =
        store
            .mail()
            .messages()
            .get(account, request.folder(), request.uid())
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "message " + request.uid()));
    MailView view = MailView.decode(message.display());
    if (request.isOfAttached()) {
      answerAttached(request, message, view);
      return;
    }
    if (message.item().is(Flag.DRAFT) && request.form() != ShowMessageRequest.Form.HTML_BODY) {
      Optional<StoredDraft> draft =
          store.outgoing().drafts().ofMessage(account, message.item().message());
      if (draft.isPresent()) {
        request.exchange().respond(Pages.redirect(ComposePages.draftUrl(draft.get().id())));
        return;
      }
    }
    switch (request.form()) {
      case HTML_BODY -> showBody(request, message, view);
      case PAGE_HEADERS -> showPageWithHeaders(request, message, view);
      default -> showPage(request, message, view, List.of());
    }
  }

  private void showPageWithHeaders(ShowMessageRequest request, Message message, MailView view)
      throws RequestProblem, IOException {
    List<Field> headers = new ArrayList<>();
    message.trace().ifPresent(trace -> headers.addAll(views.headers(trace)));
    if (rawMails.use(message, raw -> headers.addAll(views.headers(raw)))) {
      showPage(request, message, view, headers);
    } else {
      busy(request, retryAfter.spread(RawMails.UNTIL_USED));
    }
  }

  /**
   * Parses the attached mail now: the stored view of the message has its text, but not its header.
   */
  private void answerAttached(ShowMessageRequest request, Message message, MailView outer)
      throws RequestProblem, IOException {
    PartInfo part =
        outer.parts().stream()
            .filter(one -> one.n() == request.attached() && views.isAttachedMail(one))
            .findFirst()
            .orElseThrow(() -> noAttached(request));
    if (!rawMails.use(message, raw -> answerAttached(request, message, part, raw))) {
      busy(request, retryAfter.spread(RawMails.UNTIL_USED));
    }
  }

  private static RequestProblem noAttached(ShowMessageRequest request) {
    return new RequestProblem(Problem.NOT_FOUND, "no attached mail " + request.attached());
  }

  private void answerAttached(
      ShowMessageRequest request, Message message, PartInfo part, byte[] raw)
      throws RequestProblem {
    ParsedMail mail = views.attached(raw, part.n()).orElseThrow(() -> noAttached(request));
    Item item = message.item();
    MailView view = mail.view();
    if (request.form() == ShowMessageRequest.Form.HTML_BODY) {
      showBody(request, message, view, images(message, view), raw);
      return;
    }
    DetailLevel detail = detail(request);
    Locale locale = pages.locale(request);
    FolderPane pane = FolderPane.of(pages, request, request.folder(), detail);
    String url = MessageRows.messageUrl(item.folder(), item.uid());
    MessageViews.Reading reading =
        new MessageViews.Reading(
            url + "/mail/" + part.n(),
            "",
            url,
            view,
            images(message, view),
            () -> remoteImages.state(request),
            Optional.empty(), // the sender is not authenticated
            form(request, detail));
    Instant arrived = mail.received().or(() -> view.envelope().date()).orElseGet(item::receivedAt);
    pages.show(
        request,
        views
            .of(request.user())
            .attached(
                pane.page(request, ""),
                item,
                part,
                arrived,
                reading,
                detail.hasHtml() ? null : reduced(request, detail),
                locale));
  }

  private void showBody(ShowMessageRequest request, Message message, MailView view)
      throws RequestProblem {
    OwnImages images = images(message, view);
    byte[] raw = images.areNone() ? new byte[0] : rawMails.read(message);
    showBody(request, message, view, images, raw);
  }

  /**
   * Sends the HTML text; {@code raw} is the whole message even if {@code view} is of an attached
   * mail.
   */
  private void showBody(
      ShowMessageRequest request, Message message, MailView view, OwnImages images, byte[] raw)
      throws RequestProblem {
    String html =
        view.html()
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "the message has no HTML"));
    boolean remote = remoteImages.areAskedFor(request);
    Function<String, Optional<String>> addresses =
        remote
            ? remoteImages.of(request.user().account(), message.item().message())
            : url -> Optional.empty();
    SanitizedHtml safe = views.body(html, images, addresses, raw);
    SanitizedHtml.Frame frame = safe.frame();
    BodyPage.Frame around =
        new BodyPage.Frame(
            new SafeHtml(frame.doctype()),
            new SafeHtml(frame.root()),
            new SafeHtml(frame.body()),
            new SafeHtml(frame.style()),
            frame.coloured());
    PageFrame.Theme theme = Pages.look(request.user().preferences()).theme();
    BodyPage page =
        new BodyPage(view.envelope().subject(), around, new SafeHtml(safe.html()), theme);
    if (remote) {
      pages.showMailBody(request, page, RemoteImages.path());
    } else {
      pages.showMailBody(request, page);
    }
  }

  private Item markSeen(ShowMessageRequest request, Item item) {
    long account = request.user().account();
    List<Long> uid = List.of(item.uid());
    boolean marked =
        store
            .service()
            .availability()
            .unlessRefused(
                () ->
                    store
                        .mail()
                        .items()
                        .flag(account, request.folder(), uid, Set.of(Flag.SEEN), Set.of()));
    return marked ? item.with(Flag.SEEN) : item;
  }

  private void showPage(
      ShowMessageRequest request, Message message, MailView view, List<Field> headers)
      throws RequestProblem {
    long account = request.user().account();
    Locale locale = pages.locale(request);
    Item item = message.item();
    if (!item.is(Flag.SEEN) && !request.exchange().request().method().equals("HEAD")) {
      item = markSeen(request, item);
    }
    DetailLevel detail = detail(request);
    MessageRows own = rows.of(request.user());
    FolderPane pane = FolderPane.of(pages, request, request.folder(), detail);
    boolean hasList = detail.hasList() && request.foundUrl() == null;
    Surrounding surrounding = hasList ? around(request, item) : alone(request, item);
    FolderLink folder = pane.link(request.folder());
    MessageList list =
        hasList ? surrounding.list(folder, own, sorts, locale) : noList(folder, request.position());
    boolean isJunk = pane.has(item.folder(), FolderRole.JUNK);
    String url = MessageRows.messageUrl(item.folder(), item.uid());
    MessagePage page =
        new MessagePage(
            pane.page(request, ""),
            list,
            views
                .of(request.user())
                .view(
                    new MessageViews.Content(
                        item,
                        new MessageViews.Reading(
                            url,
                            request.query(),
                            url,
                            view,
                            images(message, view),
                            () -> remoteImages.state(request, view, isJunk),
                            RemoteImages.sender(view),
                            form(request, detail)),
                        remoteImages.areOn() ? message.trace() : Optional.empty(),
                        views.bcc(view, message.trace()),
                        headers,
                        detail.hasList()
                            ? conversation(account, message, pane, own, locale)
                            : List.of(),
                        surrounding.newer(),
                        surrounding.older(),
                        surrounding.onward(request.user()),
                        outgoing(account, item, pane),
                        detail.hasList() && message.labelled()
                            ? store.mail().messages().keywords(account, item.message())
                            : List.of()),
                    locale),
            found(request),
            reduced(request, detail));
    pages.showWithFlash(request, page);
  }

  private static MessagePage.Found found(ShowMessageRequest request) {
    if (request.foundUrl() == null) {
      return null;
    }
    String onward =
        switch (request.user().preferences().afterDelete()) {
          case LIST -> null;
          case OLDER -> "older";
          case NEWER -> "newer";
        };
    return new MessagePage.Found(request.foundUrl(), onward);
  }

  private Optional<OutgoingRow> outgoing(long account, Item item, FolderPane pane) {
    return pane.has(item.folder(), FolderRole.OUTBOX) || pane.has(item.folder(), FolderRole.SENT)
        ? store.outgoing().outbox().ofMessage(account, item.message())
        : Optional.empty();
  }

  /**
   * Prefers plain text under load, because HTML costs sanitizing and a second request; the reader
   * can still ask for it.
   */
  private static ShowMessageRequest.Form form(ShowMessageRequest request, DetailLevel detail) {
    boolean plainFirst = !detail.hasHtml() && request.form() == ShowMessageRequest.Form.PAGE;
    return plainFirst ? ShowMessageRequest.Form.PAGE_PLAIN : request.form();
  }

  private static Degradation reduced(ShowMessageRequest request, DetailLevel detail) {
    if (detail.hasList()) {
      return null;
    }
    Degradation.Step step = detail.hasHtml() ? Degradation.Step.BESIDE : Degradation.Step.PLAIN;
    return DetailLevel.reduced(step, request.exchange().request());
  }

  private OwnImages images(Message message, MailView view) {
    return new OwnImages(view, message.item().size(), imageLimits);
  }

  private List<MessageRow> conversation(
      long account, Message message, FolderPane pane, MessageRows own, Locale locale)
      throws RequestProblem {
    List<MessageRow> others = new ArrayList<>();
    long open = message.item().message();
    for (Item other :
        store.mail().messages().around(account, message.thread(), open, CONVERSATION)) {
      others.add(own.row(other, "", false, pane.link(other.folder()).name(), locale));
    }
    return others;
  }

  private Surrounding alone(ShowMessageRequest request, Item item) {
    ItemPage nothing = new ItemPage(List.of(), Optional.empty(), Optional.empty());
    return new Surrounding(item, nothing, nothing, request.position());
  }

  private static MessageList noList(FolderLink folder, ListPosition position) {
    return new MessageList(
        folder, folder.url() + position.orderQuery(), List.of(), List.of(), null, null);
  }

  private Surrounding around(ShowMessageRequest request, Item item) {
    long account = request.user().account();
    Order order = request.position().order();
    PageKey here = store.mail().items().key(account, item, order.sort());
    Items.Around around =
        store
            .mail()
            .items()
            .around(account, request.folder(), order, here, ROWS_BEFORE, ROWS_AFTER);
    return new Surrounding(item, around.before(), around.after(), request.position());
  }

  private static final class Surrounding {
    private final Item item;
    private final ItemPage before;
    private final ItemPage after;
    private final ListPosition position;

    Surrounding(Item item, ItemPage before, ItemPage after, ListPosition position) {
      this.item = item;
      this.before = before;
      this.after = after;
      this.position = position;
    }

    String newer() {
      List<Item> rowsBefore = before.rows();
      return rowsBefore.isEmpty() ? null : url(rowsBefore.get(rowsBefore.size() - 1));
    }

    String older() {
      return after.rows().isEmpty() ? null : url(after.rows().get(0));
    }

    /** Returns the target after the message has left its folder, or null for the list. */
    String onward(User user) {
      return switch (user.preferences().afterDelete()) {
        case LIST -> null;
        case OLDER -> older();
        case NEWER -> newer();
      };
    }

    private String url(Item other) {
      return MessageRows.messageUrl(other.folder(), other.uid()) + position.orderQuery();
    }

    MessageList list(FolderLink folder, MessageRows own, SortLinks sorts, Locale locale) {
      List<Item> shown = new ArrayList<>(before.rows());
      shown.add(item);
      shown.addAll(after.rows());
      List<MessageRow> links = new ArrayList<>(shown.size());
      for (Item one : shown) {
        links.add(own.row(one, position.orderQuery(), one.uid() == item.uid(), null, locale));
      }
      return new MessageList(
          folder,
          folder.url() + here().query(),
          links,
          sorts.of(MessageRows.messageUrl(item.folder(), item.uid()), position.order()),
          before.previous().map(key -> folder.url() + position.before(key).query()).orElse(null),
          after.next().map(key -> folder.url() + position.after(key).query()).orElse(null));
    }

    /** Returns the list page that begins with these rows. */
    private ListPosition here() {
      return before
          .previous()
          .map(key -> ListPosition.top(position.order()).after(key))
          .orElse(ListPosition.top(position.order()));
    }
  }
}
