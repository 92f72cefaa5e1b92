package arashi.request.listmessages;

import arashi.front.DetailLevel;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.page.ListPosition;
import arashi.front.page.MessageRows;
import arashi.front.page.Pages;
import arashi.front.page.SortLinks;
import arashi.front.route.RequestHandler;
import arashi.store.Store;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.ItemPage;
import arashi.store.mail.Items;
import arashi.web.Degradation;
import arashi.web.FolderLink;
import arashi.web.ListPage;
import arashi.web.MessageList;
import arashi.web.MessageRow;
import arashi.web.MessageRow.Leaving;
import arashi.web.PageFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Shows one page of a folder. The cost does not depend on the folder's size: two key ranges of the
 * database.
 */
final class ListMessagesHandler extends RequestHandler<ListMessagesRequest> {
  private final Store store;
  private final MessageRows rows;
  private final int pageSize;
  private final QuotaNotice quota;
  private final OutboxStates outboxStates;
  private final SortLinks sorts;

  ListMessagesHandler(
      Pages pages,
      Store store,
      MessageRows rows,
      int pageSize,
      QuotaNotice quota,
      OutboxStates outboxStates) {
    super(pages, pages.busyWords(ListMessages.TYPE.words()).withoutFolders());
    this.store = store;
    this.rows = rows;
    this.pageSize = pageSize;
    this.quota = quota;
    this.outboxStates = outboxStates;
    this.sorts = new SortLinks(pages.messages());
  }

  @Override
  protected void answer(ListMessagesRequest request) throws RequestProblem {
    long account = request.user().account();
    Locale locale = pages.locale(request);
    DetailLevel detail = detail(request);
    FolderPane pane = FolderPane.of(pages, request, request.folder(), detail);
    FolderLink folder = pane.link(request.folder());
    ListPosition position = request.position();
    Items items =
        detail.hasPreviews() ? store.mail().items() : store.mail().items().withoutPreviews();
    ItemPage page = read(items, account, request.folder(), position);
    MessageList list =
        new MessageList(
            folder,
            folder.url() + position.query(),
            rows(request, pane, page.rows(), locale),
            sorts.of(folder.url(), position.order()),
            newer(folder, position, page),
            older(folder, position, page));
    PageFrame frame = quota.on(pane.page(request, ""), request.user(), pane.bytes(), locale);
    pages.showWithFlash(request, new ListPage(frame, list, reduced(request, detail)));
  }

  private static Degradation reduced(ListMessagesRequest request, DetailLevel detail) {
    if (detail.hasPreviews()) {
      return null;
    }
    Degradation.Step step =
        detail.hasCounts() ? Degradation.Step.PREVIEWS : Degradation.Step.COUNTS;
    return DetailLevel.reduced(step, request.exchange().request());
  }

  private ItemPage read(Items items, long account, long folder, ListPosition position) {
    if (position.after() != null) {
      return items.after(account, folder, position.order(), position.after(), pageSize);
    }
    if (position.before() != null) {
      return items.before(account, folder, position.order(), position.before(), pageSize);
    }
    return items.first(account, folder, position.order(), pageSize);
  }

  private List<MessageRow> rows(
      ListMessagesRequest request, FolderPane pane, List<Item> items, Locale locale) {
    MessageRows own = rows.of(request.user());
    String order = request.position().orderQuery();
    Map<Long, Leaving> states =
        pane.has(request.folder(), FolderRole.OUTBOX)
            ? outboxStates.of(items, request.user(), locale)
            : Map.of();
    List<MessageRow> shown = new ArrayList<>(items.size());
    for (Item item : items) {
      MessageRow row = own.row(item, order, false, null, locale);
      Leaving state = states.get(item.message());
      shown.add(state == null ? row : row.with(state));
    }
    return shown;
  }

  private static String newer(FolderLink folder, ListPosition position, ItemPage page) {
    return page.previous().map(key -> folder.url() + position.before(key).query()).orElse(null);
  }

  private static String older(FolderLink folder, ListPosition position, ItemPage page) {
    return page.next().map(key -> folder.url() + position.after(key).query()).orElse(null);
  }
}
