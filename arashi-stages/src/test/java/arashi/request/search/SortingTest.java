package arashi.request.search;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Item;
import arashi.store.mail.Order;
import arashi.store.mail.Sort;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sorted search results have the order of a sorted folder. */
class SortingTest {
  private static final List<Item> FOUND =
      List.of(
          item("Zakari"),
          item("Éric"),
          item("\"Bea, B.\""),
          item("albert"),
          item("Ωρα"),
          item("Eugene"),
          item("Άννα"));

  private static Item item(String name) {
    return new Item(1, 1, 1, Instant.EPOCH, Set.of(), 1, name, "Re: " + name, "", 100, false);
  }

  @Test
  void accentsCaseAndPrefixesDoNotMatter() {
    assertThat(Sorting.of(FOUND, new Order(Sort.SENDER, false)))
        .extracting(Item::from)
        .containsExactly("albert", "\"Bea, B.\"", "Éric", "Eugene", "Zakari", "Άννα", "Ωρα");
    assertThat(Sorting.of(FOUND, new Order(Sort.SUBJECT, true)))
        .extracting(Item::subject)
        .startsWith("Re: Ωρα", "Re: Άννα", "Re: Zakari", "Re: Eugene", "Re: Éric");
  }
}
