package arashi.request.listmessages;

import arashi.front.Detail;
import arashi.front.FolderPane;
import arashi.front.ListPosition;
import arashi.front.MessageRows;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.store.Item;
import arashi.store.Items;
import arashi.store.Order;
import arashi.store.Page;
import arashi.store.Sort;
import arashi.store.Store;
import arashi.web.FolderLink;
import arashi.web.ListPage;
import arashi.web.MessageList;
import arashi.web.MessageRow;
import arashi.web.Reduced;
import arashi.web.SortLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows one page of a folder: two key ranges of the database, whatever the folder's size. */
public final class ListMessagesHandler extends RequestHandler<ListMessagesRequest> {
  private final Store store;
  private final MessageRows rows;
  private final int pageSize;

  /**
   * A handler that reads {@code store}.
   *
   * @param pageSize messages on a page
   */
  public ListMessagesHandler(Pages pages, Store store, MessageRows rows, int pageSize) {
    super(pages);
    this.store = store;
    this.rows = rows;
    this.pageSize = pageSize;
  }

  @Override
  protected void answer(ListMessagesRequest request) throws RequestProblem {
    long account = request.user().account();
    Locale locale = pages.locale(request.exchange());
    Detail detail = detail(request);
    FolderPane pane = FolderPane.of(pages, request, request.folder(), detail);
    FolderLink folder = pane.link(request.folder());
    ListPosition position = request.position();
    Items items = detail.hasPreviews() ? store.items() : store.items().withoutPreviews();
    Page page = read(items, account, request.folder(), position);
    MessageList list =
        new MessageList(
            folder,
            folder.url() + position.query(),
            shown(page.rows(), position, locale),
            sorts(folder, position),
            newer(folder, position, page),
            older(folder, position, page));
    pages.showWithFlash(
        request.exchange(), new ListPage(pane.page(request, ""), list, reduced(request, detail)));
  }

  private static Reduced reduced(ListMessagesRequest request, Detail detail) {
    if (detail.hasPreviews()) {
      return null;
    }
    Reduced.Step step = detail.hasCounts() ? Reduced.Step.PREVIEWS : Reduced.Step.COUNTS;
    return Detail.reduced(step, request.exchange().request());
  }

  private Page read(Items items, long account, long folder, ListPosition position) {
    if (position.after() != null) {
      return items.after(account, folder, position.order(), position.after(), pageSize);
    }
    if (position.before() != null) {
      return items.before(account, folder, position.order(), position.before(), pageSize);
    }
    return items.first(account, folder, position.order(), pageSize);
  }

  private List<MessageRow> shown(List<Item> items, ListPosition position, Locale locale) {
    String order = position.orderQuery();
    List<MessageRow> shown = new ArrayList<>(items.size());
    for (Item item : items) {
      shown.add(rows.row(item, order, false, null, locale));
    }
    return shown;
  }

  private static List<SortLink> sorts(FolderLink folder, ListPosition position) {
    List<SortLink> links = new ArrayList<>();
    for (Sort sort : Sort.values()) {
      boolean current = sort == position.order().sort();
      Order next =
          current ? new Order(sort, !position.order().descending()) : ListPosition.usual(sort);
      links.add(
          new SortLink(
              SortLink.Key.valueOf(sort.name()),
              folder.url() + ListPosition.top(next).query(),
              current,
              position.order().descending()));
    }
    return links;
  }

  private static String newer(FolderLink folder, ListPosition position, Page page) {
    return page.previous().map(key -> folder.url() + position.before(key).query()).orElse(null);
  }

  private static String older(FolderLink folder, ListPosition position, Page page) {
    return page.next().map(key -> folder.url() + position.after(key).query()).orElse(null);
  }
}
