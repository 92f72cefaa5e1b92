package arashi.mime.html;

import arashi.mime.html.StyleFilter.Declarations;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The style sheet of a mail's frame, with an index of the colours that simple rules set. For one
 * mail on one thread.
 */
final class StyleSheet {
  private static final int MAX_KEYS = 5_000;

  /** Safe inside {@code <style>}. */
  final StringBuilder css = new StringBuilder();

  /** Whether a rule sets a text or background colour. */
  boolean coloured;

  private final Map<String, Declarations> byKey = new HashMap<>();

  /** Records a rule for all elements of a name, class or id. */
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

  /** Returns the rules for a key: {@code p}, {@code .class} or {@code #id}. */
  Optional<Declarations> of(String key) {
    return Optional.ofNullable(byKey.get(key));
  }
}
