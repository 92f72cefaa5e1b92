package arashi.web;

/**
 * The rule for every address in a model: a path inside this service. It excludes {@code
 * javascript:}, {@code data:} and foreign hosts from links and forms, whatever a mail or a query
 * string contains.
 */
public final class LocalPath {

  private LocalPath() {}

  /**
   * Returns {@code path} if it is {@code /…} but neither {@code //…} nor {@code /\…}; throws
   * otherwise.
   */
  static String require(String path) {
    if (!isLocal(path)) {
      throw new IllegalArgumentException("not a path inside the service: " + path);
    }
    return path;
  }

  /** Like {@link #require}, but accepts null. */
  static String requireOrNull(String path) {
    return path == null ? null : require(path);
  }

  /** True if a client's text is such a path. */
  public static boolean isLocal(String path) {
    if (path.isEmpty() || path.charAt(0) != '/') {
      return false;
    }
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c <= ' ' || c == '\\' || c >= 0x7f) { // browsers drop some; others fit in no header
        return false;
      }
    }
    return !path.startsWith("//");
  }
}
