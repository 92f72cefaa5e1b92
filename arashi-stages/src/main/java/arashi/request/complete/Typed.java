package arashi.request.complete;

import arashi.mime.text.Folding;
import arashi.mime.view.SortKeys;
import java.util.Comparator;
import java.util.List;

/**
 * The folded input.
 *
 * @param whole the whole input
 * @param words prefixes of words, all of which must match
 */
record Typed(String whole, List<String> words) {
  static Typed of(String text) {
    return new Typed(Folding.fold(text).strip(), SortKeys.words(text));
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  /** Returns the most selective prefix: a whole address, otherwise the longest word. */
  String beginning() {
    String last = whole.substring(whole.lastIndexOf(' ') + 1); // a name may precede an address
    return last.indexOf('@') > 0
        ? last
        : words.stream().max(Comparator.comparingInt(String::length)).orElse(whole);
  }

  boolean fits(String name, String address) {
    if (Folding.fold(address).startsWith(whole)) {
      return true;
    }
    List<String> known = SortKeys.words(name + " " + address);
    return words.stream().allMatch(word -> known.stream().anyMatch(one -> one.startsWith(word)));
  }
}
