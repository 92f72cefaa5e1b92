package arashi.front;

import java.util.ArrayList;
import java.util.List;

/** A path with variables, like {@code /mail/{folder}/{uid}}; each takes one whole segment. */
public final class PathPattern {
  private static final String VARIABLE = "{}";

  private final List<String> segments = new ArrayList<>();

  private PathPattern() {}

  /** Parses a pattern such as {@code /mail/{folder}}. */
  public static PathPattern of(String pattern) {
    PathPattern parsed = new PathPattern();
    for (String segment : pattern.substring(1).split("/", -1)) {
      parsed.segments.add(segment.startsWith("{") ? VARIABLE : segment);
    }
    return parsed;
  }

  /** Returns the values of the variables in order, or null if the path does not match. */
  public List<String> match(List<String> path) {
    if (path.size() != segments.size()) {
      return null;
    }
    List<String> values = null;
    for (int i = 0; i < path.size(); i++) {
      String expected = segments.get(i);
      if (expected.equals(VARIABLE)) {
        values = values == null ? new ArrayList<>(3) : values;
        values.add(path.get(i));
      } else if (!expected.equals(path.get(i))) {
        return null;
      }
    }
    return values == null ? List.of() : values;
  }

  /** Two patterns are equal if they match the same paths. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PathPattern pattern && segments.equals(pattern.segments);
  }

  @Override
  public int hashCode() {
    return segments.hashCode();
  }

  /** The path with unnamed variables. */
  @Override
  public String toString() {
    return "/" + String.join("/", segments);
  }
}
