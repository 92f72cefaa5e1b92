package arashi.request.showmessage;

import arashi.front.page.ListPosition;
import arashi.front.page.MessageRows;
import arashi.front.page.SortLinks;
import arashi.front.session.User;
import arashi.store.mail.Item;
import arashi.store.mail.ItemPage;
import arashi.store.mail.Items;
import arashi.store.mail.Order;
import arashi.web.FolderLink;
import arashi.web.MessageList;
import arashi.web.MessageRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The rows of a folder around a message.
 *
 * @param item the message
 * @param before rows before it
 * @param after rows after it
 * @param position order of the list
 */
record Surrounding(Item item, ItemPage before, ItemPage after, ListPosition position) {
  /** Rows before and after the message: what a desktop screen shows, and a few more. */
  private static final int ROWS_BEFORE = 8;

  private static final int ROWS_AFTER = 15;

  private static final ItemPage NO_ROWS =
      new ItemPage(List.of(), Optional.empty(), Optional.empty());

  /** Reads the rows; blocks. */
  static Surrounding read(Items items, long account, Item item, ListPosition position) {
    Order order = position.order();
    Items.Around around =
        items.around(
            account,
            item.folder(),
            order,
            items.key(account, item, order.sort()),
            ROWS_BEFORE,
            ROWS_AFTER);
    return new Surrounding(item, around.before(), around.after(), position);
  }

  /** A message on a page without a list. */
  static Surrounding none(Item item, ListPosition position) {
    return new Surrounding(item, NO_ROWS, NO_ROWS, position);
  }

  /** Returns the address of the next newer message, or null. */
  String newer() {
    List<Item> rows = before.rows();
    return rows.isEmpty() ? null : url(rows.get(rows.size() - 1));
  }

  /** Returns the address of the next older message, or null. */
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

  MessageList list(FolderLink folder, MessageRows rows, SortLinks sorts, Locale locale) {
    List<Item> items = new ArrayList<>(before.rows());
    items.add(item);
    items.addAll(after.rows());
    List<MessageRow> links = new ArrayList<>(items.size());
    for (Item one : items) {
      links.add(rows.row(one, position.orderQuery(), one.uid() == item.uid(), null, locale));
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
    ListPosition top = ListPosition.top(position.order());
    return before.previous().map(top::after).orElse(top);
  }
}
