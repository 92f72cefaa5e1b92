package arashi.deploy.patterns;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Paths through an expression: the parts, each of one character, of some texts that it matches.
 * Boundaries and references are left out; lookaround is read like a group.
 */
final class Paths {
  private static final int MOST = 24;
  private static final int MOST_TIMES = 64;

  private final String expression;
  private int at;

  private Paths(String expression) {
    this.expression = expression;
  }

  static List<List<String>> of(String expression) {
    return new Paths(expression).alternatives();
  }

  private List<List<String>> alternatives() {
    List<List<String>> all = new ArrayList<>(sequence());
    while (isAt('|')) {
      at++;
      all.addAll(sequence());
    }
    return all;
  }

  private List<List<String>> sequence() {
    List<List<String>> paths = List.of(List.of());
    while (at < expression.length() && !isAt('|') && !isAt(')')) {
      paths = joined(paths, repeated(item()));
    }
    return paths;
  }

  /** Joins each with each; if these are too many, each of the longer list with one. */
  private static List<List<String>> joined(List<List<String>> heads, List<List<String>> tails) {
    Set<List<String>> all = new LinkedHashSet<>();
    boolean few = heads.size() * tails.size() <= MOST;
    int pairs = few ? heads.size() * tails.size() : Math.max(heads.size(), tails.size());
    for (int i = 0; i < pairs; i++) {
      List<String> path = new ArrayList<>(heads.get(few ? i / tails.size() : i % heads.size()));
      path.addAll(tails.get(i % tails.size()));
      all.add(path);
    }
    return List.copyOf(all);
  }

  private List<List<String>> item() {
    int start = at;
    char c = expression.charAt(at);
    if (c == '(') {
      at++;
      groupFlags();
      List<List<String>> inside = alternatives();
      at++;
      return inside;
    }
    at = c == '\\' ? escapeEnd() : c == '[' ? classEnd() : at + 1;
    String part = expression.substring(start, at);
    return List.of(c == '^' || c == '$' || !isPart(part) ? List.of() : List.of(part));
  }

  private void groupFlags() {
    if (isAt('?')) {
      at++;
      while (at < expression.length() && "imsxud-<=!:>".indexOf(expression.charAt(at)) >= 0) {
        at++;
      }
    }
  }

  /** Reads a quantifier. What may be missing is left out, or taken once. */
  private List<List<String>> repeated(List<List<String>> once) {
    int least = 1;
    if (isAt('*') || isAt('?')) {
      at++;
      least = 0;
    } else if (isAt('+')) {
      at++;
    } else if (isAt('{')) {
      int end = expression.indexOf('}', at);
      least = Integer.parseInt(expression.substring(at + 1, end).split(",", -1)[0]);
      at = end + 1;
    } else {
      return once;
    }
    if (isAt('?') || isAt('+')) {
      at++;
    }
    List<List<String>> all = new ArrayList<>();
    for (List<String> path : once) {
      List<String> times = new ArrayList<>();
      for (int i = 0; i < Math.max(1, Math.min(least, MOST_TIMES)); i++) {
        times.addAll(path);
      }
      all.add(times);
    }
    if (least == 0) {
      all.add(List.of());
    }
    return all;
  }

  private boolean isAt(char c) {
    return at < expression.length() && expression.charAt(at) == c;
  }

  private int escapeEnd() {
    char kind = expression.charAt(at + 1);
    if ("pPx".indexOf(kind) >= 0 && expression.startsWith("{", at + 2)) {
      return expression.indexOf('}', at) + 1;
    }
    return kind == 'u' ? at + 6 : at + 2;
  }

  private int classEnd() {
    int depth = 0;
    for (int i = at; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '[') {
        depth++;
      } else if (c == ']' && --depth == 0) {
        return i + 1;
      }
    }
    return expression.length();
  }

  private static boolean isPart(String part) {
    try {
      return !part.matches("\\\\[bBAzZGQE0-9]") && Pattern.compile(part) != null;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }
}
