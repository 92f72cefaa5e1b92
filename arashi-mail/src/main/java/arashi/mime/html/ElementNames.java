package arashi.mime.html;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Names under which the elements of a mail are written. Elements of the allow-list keep theirs.
 * Others that have an effect are written as one of them, such as a {@code span}, with the class
 * {@code m--name} that stands for the element in selectors. Pure functions.
 */
final class ElementNames {
  /** Elements of the allow-list. */
  static final Set<String> ALLOWED =
      words(
          "a abbr acronym address area article aside b bdi bdo big blockquote br caption center"
              + " cite code col colgroup data dd del details dfn dialog div dl dt em fieldset"
              + " figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd"
              + " label legend li main map mark nav ol output p pre q rb rp rt rtc ruby s samp"
              + " search section small span strike strong sub summary sup table tbody td tfoot th"
              + " thead time tr tt u ul var wbr");

  private static final Set<String> AS_BLOCK = words("form marquee");
  private static final Set<String> AS_TEXT = words("listing plaintext xmp");
  private static final Set<String> AS_LIST = words("dir menu");

  /** Controls and others whose look the page knows. */
  private static final Set<String> KNOWN =
      words("button dir form input listing marquee menu nobr plaintext select textarea xmp");

  /**
   * Elements without content, and those of the document, which have an effect elsewhere or none.
   */
  private static final Set<String> DROPPED =
      words(
          "base basefont bgsound body command embed frame frameset head html isindex keygen link"
              + " meta param source spacer track");

  /** Attributes by which an element without a meaning of its own has an effect. */
  private static final Set<String> EFFECTIVE =
      words("class dir hidden id lang style title xml:lang");

  private ElementNames() {}

  /** The written name; empty for an element that is not written. */
  static Optional<String> written(String element) {
    if (ALLOWED.contains(element)) {
      return Optional.of(element);
    } else if (DROPPED.contains(element)) {
      return Optional.empty();
    }
    String written = AS_LIST.contains(element) ? "ul" : AS_TEXT.contains(element) ? "pre" : "span";
    return Optional.of(AS_BLOCK.contains(element) ? "div" : written);
  }

  /** True if an element would be missed, even one without attributes. */
  static boolean isKnown(String element) {
    return ALLOWED.contains(element) || KNOWN.contains(element);
  }

  static boolean isEffective(List<String> attributes) {
    for (int at = 0; at < attributes.size(); at += 2) {
      if (EFFECTIVE.contains(attributes.get(at))) {
        return true;
      }
    }
    return false;
  }

  /** The class that stands for an element with another written name; empty if it keeps its own. */
  static Optional<String> marker(String element) {
    boolean own = ALLOWED.contains(element) || element.equals("html") || element.equals("body");
    return own ? Optional.empty() : Optional.of("-" + element);
  }

  /** Adds the class that stands for the element. */
  static void mark(String element, List<String> attributes) {
    Optional<String> marker = marker(element);
    if (marker.isEmpty()) {
      return;
    }
    for (int at = 0; at < attributes.size(); at += 2) {
      if (attributes.get(at).equals("class")) {
        attributes.set(at + 1, marker.get() + " " + attributes.get(at + 1));
        return;
      }
    }
    attributes.add("class");
    attributes.add(marker.get());
  }

  private static Set<String> words(String words) {
    return Set.of(words.split(" ", -1));
  }
}
