package arashi.front.page;

import arashi.front.Arguments;
import arashi.front.RequestProblem;
import arashi.store.mail.Order;
import arashi.store.mail.PageKey;
import arashi.store.mail.Sort;
import arashi.web.ErrorPage.Problem;
import java.util.Locale;
import java.util.Optional;

/**
 * Page and order of a folder's list: the query of the list's address.
 *
 * @param order sort order
 * @param after key that the page starts after, or null
 * @param before key that the page ends before, or null
 */
public record ListPosition(Order order, PageKey after, PageKey before) {
  private static final ListPosition TOP = top(Order.NEWEST_FIRST);

  /** Returns the first page of a folder, newest first. */
  public static ListPosition top() {
    return TOP;
  }

  /** Returns the first page of a folder in an order. */
  public static ListPosition top(Order order) {
    return new ListPosition(order, null, null);
  }

  /** Returns the initial order of a sort key: newest and largest first, names from A. */
  public static Order usual(Sort sort) {
    return new Order(sort, sort == Sort.DATE || sort == Sort.SIZE);
  }

  /** Reads a query. */
  public static ListPosition read(Arguments arguments) throws RequestProblem {
    Order order = order(arguments);
    String after = arguments.query("after");
    String before = arguments.query("before");
    try {
      return new ListPosition(order, key(after, order), key(before, order));
    } catch (IllegalArgumentException e) {
      throw new RequestProblem(Problem.BAD_REQUEST, "list position");
    }
  }

  /** Reads the order alone. */
  public static Order order(Arguments arguments) throws RequestProblem {
    String sort = arguments.query("sort");
    String direction = arguments.query("dir");
    try {
      Order usual =
          sort.isEmpty() ? Order.NEWEST_FIRST : usual(Sort.valueOf(sort.toUpperCase(Locale.ROOT)));
      return direction.isEmpty() ? usual : new Order(usual.sort(), descending(direction));
    } catch (IllegalArgumentException e) {
      throw new RequestProblem(Problem.BAD_REQUEST, "list order");
    }
  }

  private static boolean descending(String direction) {
    if (!direction.equals("asc") && !direction.equals("desc")) {
      throw new IllegalArgumentException(direction);
    }
    return direction.equals("desc");
  }

  private static PageKey key(String text, Order order) {
    if (text.isEmpty()) {
      return null;
    }
    PageKey key = PageKey.decode(text);
    if (key.sort() != order.sort()) {
      throw new IllegalArgumentException("a key of another order");
    }
    return key;
  }

  /** Returns the page after a key. */
  public ListPosition after(PageKey key) {
    return new ListPosition(order, key, null);
  }

  /** Returns the page before a key. */
  public ListPosition before(PageKey key) {
    return new ListPosition(order, null, key);
  }

  /** Returns the order as a query with its question mark; empty for newest first. */
  public String orderQuery() {
    return top(order).query();
  }

  /** Returns the query with its question mark; empty for the first page, newest first. */
  public String query() {
    StringBuilder query = new StringBuilder();
    if (order.sort() != Sort.DATE) {
      append(query, "sort", order.sort().name().toLowerCase(Locale.ROOT));
    }
    if (order.descending() != usual(order.sort()).descending()) {
      append(query, "dir", order.descending() ? "desc" : "asc");
    }
    Optional.ofNullable(after).ifPresent(key -> append(query, "after", key.encode()));
    Optional.ofNullable(before).ifPresent(key -> append(query, "before", key.encode()));
    return query.toString();
  }

  private static void append(StringBuilder query, String name, String value) {
    query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(value);
  }
}
