package arashi.request.search;

import arashi.mime.view.SortKeys;
import arashi.store.mail.Item;
import arashi.store.mail.Order;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/** Sorts search results that were found newest first. */
final class Sorting {
  private Sorting() {}

  /** Sorts {@code found}, which is newest first; the sort is stable. */
  static List<Item> of(List<Item> found, Order order) {
    Comparator<Item> ascending =
        switch (order.sort()) {
          case DATE -> Comparator.comparing(Item::receivedAt);
          case SIZE -> Comparator.comparingLong(Item::size);
          case SENDER -> byKey(item -> SortKeys.label(item.from()));
          case SUBJECT -> byKey(item -> SortKeys.subject(item.subject()));
        };
    return found.stream().sorted(order.descending() ? ascending.reversed() : ascending).toList();
  }

  /** Compares as the database does in a folder's list. Each key is computed once. */
  private static Comparator<Item> byKey(Function<Item, byte[]> key) {
    IdentityHashMap<Item, byte[]> keys = new IdentityHashMap<>();
    return Comparator.comparing(item -> keys.computeIfAbsent(item, key), Arrays::compareUnsigned);
  }
}
