package arashi.request.complete;

import arashi.mime.view.SortKeys;
import java.util.Comparator;
import java.util.List;

/**
 * What is typed so far, folded.
 *
 * @param whole all of it
 * @param words beginnings of words, each of which has to be found
 */
record Typed(String whole, List<String> words) {
  static Typed of(String text) {
    return new Typed(SortKeys.fold(text).strip(), SortKeys.words(text));
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  /** The beginning of a word that tells most: of an address all of it, else the longest. */
  String beginning() {
    String last = whole.substring(whole.lastIndexOf(' ') + 1); // a name may stand before an address
    return last.indexOf('@') > 0
        ? last
        : words.stream().max(Comparator.comparingInt(String::length)).orElse(whole);
  }

  boolean fits(String name, String address) {
    if (SortKeys.fold(address).startsWith(whole)) {
      return true;
    }
    List<String> known = SortKeys.words(name + " " + address);
    return words.stream().allMatch(word -> known.stream().anyMatch(one -> one.startsWith(word)));
  }
}
