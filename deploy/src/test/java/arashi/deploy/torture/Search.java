package arashi.deploy.torture;

import arashi.deploy.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jsoup.nodes.Element;

/** A search that follows its pages to the end, as a patient person does. */
final class Search {
  private Search() {}

  /**
   * Paths of all hits, newest first; empty if a page was not served.
   *
   * @param get requests a page
   */
  static Optional<List<String>> all(Function<String, Answer> get, List<String> words) {
    List<String> found = new ArrayList<>();
    String path = path(words);
    while (path != null) {
      Answer answer = get.apply(path);
      if (answer.status() != 200) {
        return Optional.empty();
      }
      found.addAll(mails(answer));
      Element next = answer.page().selectFirst("#list nav.pages a[rel=next]");
      path = next == null ? null : next.attr("href");
    }
    return Optional.of(found);
  }

  /** The first page of a search for all words. */
  static String path(List<String> words) {
    return "/search?q=" + URLEncoder.encode(String.join(" ", words), StandardCharsets.UTF_8);
  }

  /** Paths of the mails that a page lists. */
  static List<String> mails(Answer answer) {
    return answer.page().select("#list .rows a:has(.subject)").eachAttr("href").stream()
        .map(href -> href.replaceFirst("\\?.*", "")) // which leads back to the results
        .toList();
  }

  /** Describes the difference between found and expected mails. */
  static String difference(List<String> words, List<String> expected, List<String> found) {
    List<String> missing = new ArrayList<>(expected);
    missing.removeAll(found);
    List<String> others = new ArrayList<>(found);
    others.removeAll(expected);
    return "a search for %s finds %d mails instead of %d: %s are missing, %s should not be there"
        .formatted(words, found.size(), expected.size(), cut(missing), cut(others));
  }

  private static List<String> cut(List<String> paths) {
    return paths.subList(0, Math.min(3, paths.size()));
  }
}
