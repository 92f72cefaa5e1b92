package arashi.mime.html;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of a mail's classes and ids in the page that shows it: each with {@value #PREFIX} before
 * it, so that none is one of the page's own. Elements, selectors and links within the mail get the
 * same.
 */
final class Names {
  static final String PREFIX = "m-";

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_-]{1,80}");

  /** As in mails that were quoted again and again: each time they get longer. */
  static final String ID = "[^\\s\\p{Cntrl}\"'<>&`]{1,1000}";

  private static final Pattern WHOLE_ID = Pattern.compile(ID);
  private static final int MAX_CLASSES = 50;

  private Names() {}

  /** A class or id as a selector may have it. */
  static Optional<String> of(String name) {
    return name != null && NAME.matcher(name).matches()
        ? Optional.of(PREFIX + name)
        : Optional.empty();
  }

  /** An id as a link may have it. */
  static Optional<String> ofId(String id) {
    return WHOLE_ID.matcher(id).matches() ? Optional.of(PREFIX + id) : Optional.empty();
  }

  /** A list of classes. */
  static String all(String classes) {
    return Arrays.stream(classes.strip().split("\\s+", MAX_CLASSES + 1))
        .limit(MAX_CLASSES)
        .flatMap(name -> of(name).stream())
        .collect(Collectors.joining(" "));
  }
}
