package arashi.web;

/**
 * The rule for every address that a model carries: a path inside this service. It keeps {@code
 * javascript:}, {@code data:} and other people's hosts out of links and forms, whatever a mail or a
 * query string brought along.
 */
public final class LocalPath {

  private LocalPath() {}

  /** Returns {@code path}, which must be {@code /…} but neither {@code //…} nor {@code /\…}. */
  static String require(String path) {
    if (!isLocal(path)) {
      throw new IllegalArgumentException("not a path inside the service: " + path);
    }
    return path;
  }

  /** As {@link #require}, for a link that may be missing. */
  static String requireOrNull(String path) {
    return path == null ? null : require(path);
  }

  /** Whether a text, as a client sent it, is such a path. */
  public static boolean isLocal(String path) {
    if (path.isEmpty() || path.charAt(0) != '/') {
      return false;
    }
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c <= ' ' || c == '\\' || c == 0x7f) { // browsers drop some of these and read on
        return false;
      }
    }
    return !path.startsWith("//");
  }
}
