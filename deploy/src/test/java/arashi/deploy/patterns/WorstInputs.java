package arashi.deploy.patterns;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Hostile inputs of an expression, derived from its own parts. An expression is slow where two of
 * its parts can take the same characters, so the inputs are: one character of a part, many times;
 * the same behind the characters that lead there; the beginnings of a match, many times; and each
 * with an end that makes the match fail.
 */
final class WorstInputs {
  private static final String ALPHABET =
      "ab0.- \t\r\nABzZ159_\"'<>@:;=,()[]{}/\\+*?&%$#!^~|`\0\u00a0\u00e9\u00ad\u4e00\u5e74\u200b";

  private static final List<String> ENDS = List.of("", "\0", "!", "\n\0");
  private static final int MEMBERS = 3;

  /** Most inputs of an expression; more are thinned out. */
  private static final int MOST = 1_500;

  private static final int MANY = 30;

  /** A hostile text of any length: a start, a part many times, and an end. */
  record Input(String start, String part, String end) {
    String of(int length) {
      int times = Math.max(1, (length - start.length() - end.length()) / part.length());
      return start + part.repeat(times) + end;
    }
  }

  private final Map<String, List<Character>> members = new HashMap<>();
  private final Set<Input> inputs = new LinkedHashSet<>();

  private WorstInputs() {}

  static Collection<Input> of(String expression) {
    WorstInputs worst = new WorstInputs();
    List<List<String>> paths = Paths.of(expression);
    worst.addRuns(paths);
    int simple = worst.inputs.size();
    paths.forEach(worst::addLed);
    List<Input> all = new ArrayList<>(worst.inputs);
    int step = 1 + (all.size() - simple) / MOST;
    List<Input> some = new ArrayList<>(all.subList(0, simple));
    for (int i = simple; i < all.size(); i += step) {
      some.add(all.get(i));
    }
    return some;
  }

  /** Adds runs of one or two characters. */
  private void addRuns(List<List<String>> paths) {
    Set<Character> chars = new LinkedHashSet<>(List.of(' ', 'a', '0', '\n'));
    paths.forEach(path -> path.forEach(part -> chars.addAll(members(part))));
    for (char c : chars) {
      ENDS.forEach(end -> inputs.add(new Input("", "" + c, end)));
      chars.forEach(other -> inputs.add(new Input("", "" + c + other, "\0")));
    }
  }

  /** Adds what begins like a match. */
  private void addLed(List<String> path) {
    for (int i = 0; i < path.size(); i++) {
      for (int start : new TreeSet<>(List.of(0, Math.max(0, i - 3), Math.max(0, i - 1), i))) {
        StringBuilder lead = new StringBuilder();
        path.subList(start, i + 1).forEach(part -> lead.append(members(part).get(0)));
        inputs.add(new Input("", lead.toString(), ""));
        inputs.add(new Input("", lead.toString(), "\0"));
        for (int next = i; next < Math.min(i + 3, path.size()); next++) {
          for (char c : members(path.get(next))) {
            inputs.add(new Input(lead.toString(), "" + c, "\0"));
            inputs.add(new Input(lead.toString(), "" + c, "\n\0"));
            inputs.add(new Input("", lead + ("" + c).repeat(MANY), "\0"));
          }
        }
      }
    }
  }

  /** Returns some characters that a part takes. */
  private List<Character> members(String part) {
    return members.computeIfAbsent(
        part,
        one -> {
          List<Character> taken = new ArrayList<>();
          Pattern pattern = Pattern.compile(one, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
          for (char c : (one + ALPHABET).toCharArray()) {
            boolean fits = one.length() == 1 || ALPHABET.indexOf(c) >= 0;
            if (fits
                && taken.size() < MEMBERS
                && !taken.contains(c)
                && pattern.matcher("" + c).matches()) {
              taken.add(c);
            }
          }
          return taken.isEmpty() ? List.of('x') : taken;
        });
  }
}
