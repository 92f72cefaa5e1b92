package arashi.mime.html;

import arashi.mime.html.CssToken.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Custom properties of a mail, to compute the colours that {@code var()} stands for. The last value
 * of a name counts, whatever its selector: the browser cascades the written properties, and the
 * result here only judges contrast. For one mail on one thread.
 */
final class CssVariables {
  /** Stands for an image that is not shown. */
  static final CssToken LOST = new CssToken(Kind.BAD, "lost");

  private static final int MAX_NAMES = 1_000;

  /** Bounds values that multiply by referring to each other. */
  private static final int MAX_TOKENS = 400;

  private static final int MAX_DEPTH = 10;

  private final Map<String, List<CssToken>> values = new HashMap<>();
  private final Set<String> refused = new HashSet<>();
  private int left;

  /** {@code lost} is true if an image of the value is not shown. */
  void define(String name, List<CssToken> value, boolean lost) {
    if (values.size() < MAX_NAMES || values.containsKey(name)) {
      List<CssToken> kept = new ArrayList<>(value);
      if (lost) {
        kept.add(LOST);
      }
      values.put(name, kept);
    }
  }

  /** Records that a property is not written, so that references to it must do without. */
  void refuse(String name) {
    if (refused.size() < MAX_NAMES) {
      refused.add(name);
    }
  }

  boolean isRefused(String name) {
    return refused.contains(name);
  }

  /** Replaces references by their values, within limits; others vanish. */
  List<CssToken> resolve(List<CssToken> value) {
    if (value.stream().noneMatch(CssVariables::isReference)) {
      return value;
    }
    left = MAX_TOKENS;
    List<CssToken> out = new ArrayList<>();
    resolve(value, MAX_DEPTH, out);
    return out;
  }

  private static boolean isReference(CssToken token) {
    return token.is(Kind.FUNCTION) && token.text().equalsIgnoreCase("var");
  }

  private void resolve(List<CssToken> value, int depth, List<CssToken> out) {
    for (int at = 0; at < value.size() && left > 0; at++) {
      if (!isReference(value.get(at))) {
        out.add(value.get(at));
        left--;
        continue;
      }
      List<CssToken> arguments = CssToken.strip(CssToken.within(value, at));
      String name = arguments.isEmpty() ? "" : arguments.get(0).text();
      List<CssToken> known = isRefused(name) ? null : values.get(name);
      if (known == null) {
        int comma = 0;
        while (comma < arguments.size() && !arguments.get(comma).is(',')) {
          comma++;
        }
        known = arguments.subList(Math.min(comma + 1, arguments.size()), arguments.size());
      }
      if (depth > 0) {
        resolve(known, depth - 1, out);
      }
      at = CssToken.after(value, at) - 1;
    }
  }
}
