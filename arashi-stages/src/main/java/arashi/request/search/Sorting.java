package arashi.request.search;

import arashi.mime.view.SortKeys;
import arashi.store.mail.Item;
import arashi.store.mail.Order;
import java.util.Comparator;
import java.util.List;

/** Sorts search results that were found newest first. */
final class Sorting {
  private Sorting() {}

  /** Sorts {@code found}, which is newest first; the sort is stable. */
  static List<Item> of(List<Item> found, Order order) {
    Comparator<Item> ascending =
        switch (order.sort()) {
          case DATE -> Comparator.comparing(Item::receivedAt);
          case SIZE -> Comparator.comparingLong(Item::size);
          case SENDER -> Comparator.comparing((Item item) -> SortKeys.fold(item.from()));
          case SUBJECT -> Comparator.comparing((Item item) -> SortKeys.fold(item.subject()));
        };
    return found.stream().sorted(order.descending() ? ascending.reversed() : ascending).toList();
  }
}
