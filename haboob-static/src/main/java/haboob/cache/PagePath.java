package haboob.cache;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Maps request paths to pages. Rejects every path that is not safe on all operating systems. */
final class PagePath {
  private static final int MAX_LENGTH = 1024;
  private static final int MAX_SEGMENT_BYTES = 255;

  /** Device names of Windows, reserved in every directory and with any extension. */
  private static final Set<String> DEVICES =
      Set.of("con", "prn", "aux", "nul", "conin$", "conout$", "clock$");

  private PagePath() {}

  /**
   * Returns the cache key: the path itself, plus the welcome file for a directory. Null if the path
   * names no page.
   *
   * @param path decoded, without a leading slash
   * @param welcomeFile may be empty
   */
  static String key(String path, String welcomeFile) {
    boolean directory = path.isEmpty() || path.endsWith("/");
    String key = directory ? path + welcomeFile : path;
    if (key.length() > MAX_LENGTH) {
      return null;
    }
    for (int start = 0; start <= key.length(); ) {
      int slash = key.indexOf('/', start);
      int end = slash < 0 ? key.length() : slash;
      if (!isVisible(key, start, end)) {
        return null;
      }
      start = end + 1;
    }
    return key;
  }

  /** True if every name of a path, relative to the root, may be served. */
  static boolean isVisible(Path relative) {
    for (Path name : relative) {
      String text = name.toString();
      if (!isVisible(text, 0, text.length())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isVisible(String path, int start, int end) {
    // a leading dot: ".", ".." or a hidden file; Windows ignores trailing dots and spaces
    if (start == end || isTooLong(path, start, end) || path.charAt(start) == '.') {
      return false;
    }
    char last = path.charAt(end - 1);
    if (last == '.' || last == ' ') {
      return false;
    }
    for (int i = start; i < end; i++) {
      char c = path.charAt(i);
      if (c == '\\' || c == ':' || Character.isISOControl(c)) {
        return false;
      }
    }
    return !isDevice(path, start, end);
  }

  private static boolean isTooLong(String path, int start, int end) {
    if (end - start <= MAX_SEGMENT_BYTES / 3) {
      return false; // short enough in any encoding: the usual case
    }
    return path.substring(start, end).getBytes(StandardCharsets.UTF_8).length > MAX_SEGMENT_BYTES;
  }

  private static boolean isDevice(String path, int start, int end) {
    int dot = path.indexOf('.', start);
    int baseEnd = dot < 0 || dot > end ? end : dot;
    if (baseEnd - start > 7) {
      return false; // longer than any device name: the usual case
    }
    String base = path.substring(start, baseEnd).strip().toLowerCase(Locale.ROOT);
    boolean port = base.length() == 4 && (base.startsWith("com") || base.startsWith("lpt"));
    return DEVICES.contains(base) || (port && "0123456789¹²³".indexOf(base.charAt(3)) >= 0);
  }
}
