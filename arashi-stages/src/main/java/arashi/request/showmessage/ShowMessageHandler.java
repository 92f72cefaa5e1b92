package arashi.request.showmessage;

import arashi.front.DetailLevel;
import arashi.front.RequestProblem;
import arashi.front.compose.ComposePages;
import arashi.front.page.Pages;
import arashi.front.page.RawMails;
import arashi.front.route.Front;
import arashi.front.route.RequestHandler;
import arashi.front.route.RetryAfter;
import arashi.mime.parse.ParsedMail;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.store.Store;
import arashi.store.database.Availability;
import arashi.store.draft.Drafts;
import arashi.store.draft.StoredDraft;
import arashi.store.mail.Flag;
import arashi.store.mail.Item;
import arashi.store.mail.Message;
import arashi.web.ErrorPage.Problem;
import arashi.web.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Shows a message beside the surrounding rows of its folder, and marks it as read. The content was
 * prepared on arrival; the raw mail is read only for images within the text, for all header fields
 * and for a mail attached to the message.
 */
final class ShowMessageHandler extends RequestHandler<ShowMessageRequest> {
  private final Store.Mailboxes mail;
  private final Drafts drafts;
  private final Availability availability;
  private final MessageViews views;
  private final MessagePages messagePages;
  private final HtmlBodies bodies;
  private final RawMails rawMails;
  private final RetryAfter retryAfter;

  ShowMessageHandler(Front front, MessageViews views, RemoteImages remoteImages) {
    super(front.pages(), front.pages().busyWords(ShowMessage.TYPE.words()));
    this.mail = front.store().mail();
    this.drafts = front.store().outgoing().drafts();
    this.availability = front.store().service().availability();
    this.views = views;
    this.messagePages = new MessagePages(front, views, remoteImages);
    this.bodies = new HtmlBodies(front, views, remoteImages);
    this.rawMails = front.rawMails();
    this.retryAfter = front.retryAfter();
  }

  @Override
  protected void answer(ShowMessageRequest request) throws RequestProblem, IOException {
    Message message =
        mail.messages()
            .get(request.user().account(), request.folder(), request.uid())
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "message " + request.uid()));
    MailView view = MailView.decode(message.display());
    if (request.isOfAttached()) {
      showAttached(request, message, view);
    } else if (request.form() == ShowMessageRequest.Form.HTML_BODY) {
      bodies.show(request, message, view);
    } else {
      Optional<StoredDraft> draft = draft(request, message);
      if (draft.isPresent()) {
        request.exchange().respond(Pages.redirect(ComposePages.draftUrl(draft.get().id())));
      } else if (request.form() == ShowMessageRequest.Form.PAGE_HEADERS) {
        showPageWithHeaders(request, message, view);
      } else {
        showPage(request, message, view, List.of());
      }
    }
  }

  /** Returns the draft that the message is the item of. */
  private Optional<StoredDraft> draft(ShowMessageRequest request, Message message) {
    return message.item().is(Flag.DRAFT)
        ? drafts.ofMessage(request.user().account(), message.item().message())
        : Optional.empty();
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

  private void showPage(
      ShowMessageRequest request, Message message, MailView view, List<Field> headers)
      throws RequestProblem {
    Item item = seen(request, message.item());
    DetailLevel detail = detail(request);
    pages.showWithFlash(request, messagePages.page(request, message, item, view, headers, detail));
  }

  /** Marks the message as read, unless the store refuses changes now. */
  private Item seen(ShowMessageRequest request, Item item) {
    if (item.is(Flag.SEEN) || request.exchange().request().method().equals("HEAD")) {
      return item;
    }
    long account = request.user().account();
    List<Long> uid = List.of(item.uid());
    boolean marked =
        availability.unlessRefused(
            () -> mail.items().flag(account, item.folder(), uid, Set.of(Flag.SEEN), Set.of()));
    return marked ? item.with(Flag.SEEN) : item;
  }

  /**
   * Parses the attached mail now: the stored view of the message has its text, but not its header.
   */
  private void showAttached(ShowMessageRequest request, Message message, MailView outer)
      throws RequestProblem, IOException {
    PartInfo part =
        outer.parts().stream()
            .filter(one -> one.n() == request.attached() && views.isAttachedMail(one))
            .findFirst()
            .orElseThrow(() -> noAttached(request));
    if (!rawMails.use(message, raw -> showAttached(request, message, part, raw))) {
      busy(request, retryAfter.spread(RawMails.UNTIL_USED));
    }
  }

  private void showAttached(ShowMessageRequest request, Message message, PartInfo part, byte[] raw)
      throws RequestProblem {
    ParsedMail attached = views.attached(raw, part.n()).orElseThrow(() -> noAttached(request));
    if (request.form() == ShowMessageRequest.Form.HTML_BODY) {
      bodies.showAttached(request, message, attached.view(), raw);
    } else {
      pages.show(request, messagePages.attached(request, message, part, attached, detail(request)));
    }
  }

  private static RequestProblem noAttached(ShowMessageRequest request) {
    return new RequestProblem(Problem.NOT_FOUND, "no attached mail " + request.attached());
  }
}
