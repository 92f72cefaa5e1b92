package arashi.request.attachment;

import arashi.mime.view.PartInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Names of the members of an archive: safe for any file system, without folders, and no two alike,
 * even where case does not count.
 */
final class ZipNames {
  private ZipNames() {}

  /** The name of each part, by its number. */
  static Map<Integer, String> of(List<PartInfo> parts) {
    Map<Integer, String> names = new LinkedHashMap<>();
    Set<String> taken = new HashSet<>();
    Map<String, Integer> alike = new HashMap<>(); // so that thousands of the same take no time
    for (PartInfo part : parts) {
      String name = FileAnswer.safe(part.fileName());
      String free = name;
      while (!taken.add(free.toLowerCase(Locale.ROOT))) {
        free = numbered(name, alike.merge(name, 1, Integer::sum) + 1);
      }
      names.put(part.n(), free);
    }
    return names;
  }

  /** {@code report (2).pdf}. */
  private static String numbered(String name, int n) {
    int dot = name.lastIndexOf('.');
    int end = dot > 0 ? dot : name.length();
    return name.substring(0, end) + " (" + n + ")" + name.substring(end);
  }
}
