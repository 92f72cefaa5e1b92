package arashi.mime.html;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Renames a mail's classes and ids in elements, selectors and internal links. The prefix {@value
 * #PREFIX} keeps them apart from the page's own names.
 */
final class Names {
  static final String PREFIX = "m-";

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_-]{1,80}");

  /** Ids may be long: mails that are quoted repeatedly lengthen them each time. */
  static final String ID = "[^\\s\\p{Cntrl}\"'<>&`]{1,1000}";

  private static final Pattern WHOLE_ID = Pattern.compile(ID);
  private static final int MAX_CLASSES = 50;

  private Names() {}

  /** Returns a class or id for use in a selector. */
  static Optional<String> of(String name) {
    return name != null && NAME.matcher(name).matches()
        ? Optional.of(PREFIX + name)
        : Optional.empty();
  }

  /** Returns an id for use in a link. */
  static Optional<String> ofId(String id) {
    return WHOLE_ID.matcher(id).matches() ? Optional.of(PREFIX + id) : Optional.empty();
  }

  static String all(String classes) {
    return Arrays.stream(classes.strip().split("\\s+", MAX_CLASSES + 1))
        .limit(MAX_CLASSES)
        .flatMap(name -> of(name).stream())
        .collect(Collectors.joining(" "));
  }
}
