package arashi.request.complete;

import arashi.mime.text.EarlierFolding;
import arashi.mime.text.Folding;
import arashi.mime.view.SortKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The folded input.
 *
 * @param whole the whole input
 * @param words prefixes of words, all of which must match
 */
record CompletionInput(String whole, List<String> words) {
  static CompletionInput of(String text) {
    return new CompletionInput(Folding.fold(text).strip(), SortKeys.words(text));
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  /**
   * Returns prefixes to look up: as folded now, and as rows of earlier versions have them.
   *
   * @param text the input as typed
   */
  static Set<String> beginnings(String text) {
    Set<String> beginnings = new LinkedHashSet<>();
    beginnings.add(of(text).beginning());
    beginnings.add(new CompletionInput(EarlierFolding.fold(text).strip(), words(text)).beginning());
    return beginnings;
  }

  /** Returns the words as earlier versions folded them. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    (EarlierFolding.fold(text) + " ")
        .codePoints()
        .forEach(
            c -> {
              if (Character.isLetterOrDigit(c)) {
                word.appendCodePoint(c);
              } else if (!word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
              }
            });
    return words;
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
