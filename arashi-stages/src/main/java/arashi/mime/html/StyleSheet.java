package arashi.mime.html;

import arashi.mime.html.StyleFilter.Declarations;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The sheet of a mail's frame, and what its plainest rules say of colours. One mail, one thread.
 */
final class StyleSheet {
  private static final int MAX_KEYS = 5_000;

  /** Safe to stand in {@code <style>}. */
  final StringBuilder css = new StringBuilder();

  /** Whether a rule sets the colour of text or ground. */
  boolean coloured;

  private final Map<String, Declarations> byKey = new HashMap<>();

  /** Notes what a rule says of all elements of a name, class or id. */
  void put(String key, Declarations rule) {
    boolean says = rule.coloured() || rule.lost();
    if (says && (byKey.size() < MAX_KEYS || byKey.containsKey(key))) {
      byKey.merge(key, rule, StyleSheet::and);
    }
  }

  private static Declarations and(Declarations first, Declarations then) {
    OptionalInt ground = then.ground().isPresent() ? then.ground() : first.ground();
    return new Declarations(
        "",
        true,
        then.colour().isPresent() ? then.colour() : first.colour(),
        ground,
        (first.lost() || then.lost()) && ground.isEmpty());
  }

  /** What rules say of the elements with this key: {@code p}, {@code .class} or {@code #id}. */
  Optional<Declarations> of(String key) {
    return Optional.ofNullable(byKey.get(key));
  }
}
