package arashi.front.page;

import arashi.store.mail.Order;
import arashi.store.mail.Sort;
import arashi.web.MessageKey;
import arashi.web.SortLink;
import arashi.web.Translations;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The links by which a list is sorted. Any thread. */
public final class SortLinks {
  private final Map<Sort, MessageKey> words = new EnumMap<>(Sort.class);

  /**
   * Looks up the links' words.
   *
   * @throws IllegalArgumentException if a language lacks one
   */
  public SortLinks(Translations messages) {
    for (Sort sort : Sort.values()) {
      words.put(sort, messages.key("sort." + sort.name().toLowerCase(Locale.ROOT)));
    }
  }

  /**
   * Returns one link per sort key; the link of the current key reverses the order.
   *
   * @param path path of the page
   */
  public List<SortLink> of(String path, Order order) {
    return of(order, next -> path + ListPosition.top(next).query());
  }

  /**
   * Same for a page with more in its address.
   *
   * @param addresses address of the page for an order
   */
  public List<SortLink> of(Order order, Function<Order, String> addresses) {
    List<SortLink> links = new ArrayList<>();
    for (Sort sort : Sort.values()) {
      boolean current = sort == order.sort();
      Order next = current ? new Order(sort, !order.descending()) : ListPosition.usual(sort);
      links.add(new SortLink(words.get(sort), addresses.apply(next), current, order.descending()));
    }
    return links;
  }
}
