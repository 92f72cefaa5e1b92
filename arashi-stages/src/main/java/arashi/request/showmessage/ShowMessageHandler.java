package arashi.request.showmessage;

import arashi.front.FolderPane;
import arashi.front.ListPosition;
import arashi.front.MessageRows;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.mime.HtmlSanitizer;
import arashi.mime.MailView;
import arashi.mime.SanitizedHtml;
import arashi.store.Flags;
import arashi.store.Folder;
import arashi.store.Item;
import arashi.store.Message;
import arashi.store.Page;
import arashi.store.PageKey;
import arashi.store.Store;
import arashi.web.BodyPage;
import arashi.web.ErrorPage.Problem;
import arashi.web.FolderLink;
import arashi.web.MessageList;
import arashi.web.MessagePage;
import arashi.web.MessageRow;
import arashi.web.SafeHtml;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Shows a message beside the part of its folder's list that it stands in, and marks it as read.
 * What is shown was made when the mail came in; the raw mail is not read.
 */
public final class ShowMessageHandler extends RequestHandler<ShowMessageRequest> {
  /** Rows above the message in the list; the rest of a page is below it. */
  private static final int ROWS_BEFORE = 8;

  private static final int MAX_CONVERSATION = 50;

  private final Store store;
  private final MessageRows rows;
  private final MessageViews views;
  private final int pageSize;

  /**
   * A handler that reads {@code store}.
   *
   * @param pageSize rows of the list beside the message
   */
  public ShowMessageHandler(
      Pages pages, Store store, MessageRows rows, MessageViews views, int pageSize) {
    super(pages);
    this.store = store;
    this.rows = rows;
    this.views = views;
    this.pageSize = pageSize;
  }

  @Override
  protected void answer(ShowMessageRequest request) throws RequestProblem {
    long account = request.user().account();
    Message message =
        store
            .messages()
            .get(account, request.folder(), request.uid())
            .orElseThrow(
                () -> new RequestProblem(Problem.NOT_FOUND, "message " + request.uid()));
    MailView view = MailView.decode(message.display());
    if (request.form() == ShowMessageRequest.Form.HTML_BODY) {
      showBody(request, view);
    } else {
      showPage(request, message, view);
    }
  }

  private void showBody(ShowMessageRequest request, MailView view) throws RequestProblem {
    String html =
        view.html()
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "no HTML in the message"));
    SanitizedHtml safe =
        HtmlSanitizer.sanitize(
            html, MessageViews.imageUrls(view, request.folder(), request.uid()));
    pages.showMailBody(
        request.exchange(), new BodyPage(view.envelope().subject(), new SafeHtml(safe.html())));
  }

  private void showPage(ShowMessageRequest request, Message message, MailView view)
      throws RequestProblem {
    long account = request.user().account();
    Locale locale = pages.locale(request.exchange());
    Item item = message.item();
    if (!item.has(Flags.SEEN)) {
      store.items().flag(account, request.folder(), List.of(item.uid()), Flags.SEEN, 0);
      item = item.with(Flags.SEEN);
    }
    List<Folder> folders = store.folders().list(account);
    FolderPane pane = new FolderPane(folders, request.folder(), pages.messages(), locale);
    Surrounding surrounding = around(request, item);
    MessageList list = surrounding.list(pane.link(request.folder()), request.position(), locale);
    MessagePage page =
        new MessagePage(
            pane.page(request, ""),
            list,
            views.view(
                new MessageViews.Shown(
                    item,
                    view,
                    request.form(),
                    headers(request, message),
                    conversation(account, message, pane, locale),
                    surrounding.newer(request.position()),
                    surrounding.older(request.position()),
                    request.position().order()),
                locale));
    pages.showWithFlash(request.exchange(), page);
  }

  private byte[] headers(ShowMessageRequest request, Message message) throws RequestProblem {
    if (request.form() != ShowMessageRequest.Form.PAGE_HEADERS) {
      return null;
    }
    return store
        .blobs()
        .read(message.sha256())
        .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "raw mail"));
  }

  private List<MessageRow> conversation(
      long account, Message message, FolderPane pane, Locale locale) throws RequestProblem {
    List<MessageRow> others = new ArrayList<>();
    for (Item other : store.messages().thread(account, message.thread(), MAX_CONVERSATION)) {
      if (other.message() != message.item().message()) {
        others.add(rows.row(other, "", false, pane.link(other.folder()).name(), locale));
      }
    }
    return others;
  }

  /** The rows next to an item in its list. */
  private Surrounding around(ShowMessageRequest request, Item item) {
    long account = request.user().account();
    ListPosition position = request.position();
    PageKey here = PageKey.of(item, position.sort());
    // one more than is shown: behind it the list page that forms return to begins
    Page before = page(account, request.folder(), position.before(here), ROWS_BEFORE + 1);
    Page after =
        page(account, request.folder(), position.after(here), pageSize - ROWS_BEFORE - 1);
    return new Surrounding(item, before.rows(), after);
  }

  private Page page(long account, long folder, ListPosition position, int limit) {
    return store
        .items()
        .page(
            account,
            folder,
            position.sort(),
            position.descending(),
            position.after(),
            position.before(),
            limit);
  }

  /** The message's place in its list. */
  private final class Surrounding {
    private final Item item;
    private final List<Item> before;
    private final Page after;

    Surrounding(Item item, List<Item> before, Page after) {
      this.item = item;
      this.before = before;
      this.after = after;
    }

    String newer(ListPosition position) {
      return before.isEmpty() ? null : url(before.get(before.size() - 1), position);
    }

    String older(ListPosition position) {
      return after.rows().isEmpty() ? null : url(after.rows().get(0), position);
    }

    private String url(Item other, ListPosition position) {
      return MessageRows.messageUrl(other.folder(), other.uid()) + position.order();
    }

    MessageList list(FolderLink folder, ListPosition position, Locale locale) {
      boolean fromTop = before.size() <= ROWS_BEFORE;
      ListPosition here =
          fromTop
              ? position.from()
              : position.after(PageKey.of(before.get(0), position.sort()));
      List<Item> shown = new ArrayList<>(fromTop ? before : before.subList(1, before.size()));
      shown.add(item);
      shown.addAll(after.rows());
      List<MessageRow> links = new ArrayList<>(shown.size());
      for (Item one : shown) {
        links.add(rows.row(one, position.order(), one.uid() == item.uid(), null, locale));
      }
      Item first = shown.get(0);
      Item last = shown.get(shown.size() - 1);
      return new MessageList(
          folder,
          folder.url() + here.query(),
          links,
          Collections.emptyList(),
          fromTop
              ? null
              : folder.url() + position.before(PageKey.of(first, position.sort())).query(),
          after.hasOlder()
              ? folder.url() + position.after(PageKey.of(last, position.sort())).query()
              : null);
    }
  }
}
