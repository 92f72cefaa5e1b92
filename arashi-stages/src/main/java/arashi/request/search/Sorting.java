package arashi.request.search;

import arashi.store.mail.Item;
import arashi.store.mail.Order;
import java.util.Comparator;
import java.util.List;

/** Puts what a search has found into another order than that in which it is found. */
final class Sorting {
  private Sorting() {}

  /** {@code found} is newest first, and stays so among equals. */
  static List<Item> of(List<Item> found, Order order) {
    Comparator<Item> ascending =
        switch (order.sort()) {
          case DATE -> Comparator.comparing(Item::receivedAt);
          case SIZE -> Comparator.comparingLong(Item::size);
          case SENDER -> Comparator.comparing(Item::from, String.CASE_INSENSITIVE_ORDER);
          case SUBJECT -> Comparator.comparing(Item::subject, String.CASE_INSENSITIVE_ORDER);
        };
    return found.stream().sorted(order.descending() ? ascending.reversed() : ascending).toList();
  }
}
