package arashi.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The permitted keys of a file: those of the defaults, including sections. Rejects unknown keys
 * even in empty sections or with null values.
 */
public final class KnownKeys {
  private static final double SAME_LAST_PART = 4;

  private final Set<String> keys = new TreeSet<>();
  private final Set<String> open;

  /**
   * Collects the keys of the defaults.
   *
   * @param open sections whose keys are checked elsewhere
   */
  public KnownKeys(Config defaults, Set<String> open) {
    this.open = open;
    keys.addAll(open);
    collect(List.of(), defaults.root());
  }

  /**
   * Checks a file, resolved or not.
   *
   * @throws CommandException with the first unknown key and the nearest known one
   */
  public void check(Config config, Path file) {
    check(List.of(), config.root(), file);
  }

  private void check(List<String> path, ConfigObject section, Path file) {
    for (Map.Entry<String, ConfigValue> entry : section.entrySet()) {
      List<String> at = below(path, entry.getKey());
      String key = ConfigUtil.joinPath(at);
      if (!keys.contains(key)) {
        throw new CommandException(file + ": unknown key " + key + "; " + hint(key, at));
      }
      if (entry.getValue() instanceof ConfigObject inner && !open.contains(key)) {
        check(at, inner, file);
      }
    }
  }

  private void collect(List<String> path, ConfigObject section) {
    for (Map.Entry<String, ConfigValue> entry : section.entrySet()) {
      List<String> at = below(path, entry.getKey());
      String key = ConfigUtil.joinPath(at);
      keys.add(key);
      if (entry.getValue() instanceof ConfigObject inner && !open.contains(key)) {
        collect(at, inner);
      }
    }
  }

  private static List<String> below(List<String> path, String key) {
    List<String> at = new ArrayList<>(path);
    at.add(key);
    return at;
  }

  /** Suggests the nearest key; an equal last part counts as nearer. */
  private String hint(String key, List<String> path) {
    String last = "." + path.get(path.size() - 1);
    String nearest = "";
    double least = Double.POSITIVE_INFINITY;
    for (String known : keys) {
      boolean sameLast = ("." + known).endsWith(last);
      double distance = distance(key, known) / (sameLast ? SAME_LAST_PART : 1.0);
      if (distance < least) {
        least = distance;
        nearest = known;
      }
    }
    return "did you mean " + nearest + "?";
  }

  /** Minimum number of insertions, deletions and replacements of a character (Levenshtein 1966). */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
