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
 * Names archive members: safe for any file system, without folders, and unique even without regard
 * to case.
 */
final class ZipNames {
  private ZipNames() {}

  /** Returns the name of each part, by its number. */
  static Map<Integer, String> of(List<PartInfo> parts) {
    Map<Integer, String> names = new LinkedHashMap<>();
    Set<String> taken = new HashSet<>();
    Map<String, Integer> alike = new HashMap<>(); // keeps thousands of equal names fast
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

  /** Inserts a number, as in {@code report (2).pdf}. */
  private static String numbered(String name, int n) {
    int dot = name.lastIndexOf('.');
    int end = dot > 0 ? dot : name.length();
    return name.substring(0, end) + " (" + n + ")" + name.substring(end);
  }
}
