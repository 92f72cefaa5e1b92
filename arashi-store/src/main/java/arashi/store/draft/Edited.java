package arashi.store.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Where a form comes from. It lets a window that did not learn of its own save save again: the
 * window is no other one.
 *
 * @param version version of the draft that was edited; 0 for a new draft
 * @param window id of the page in the browser, at most {@link Drafts#MAX_KEY} bytes; empty if
 *     unknown
 * @param edits counter of the edits in that window, which never decreases; 0 without scripts
 * @param isCounted true if each other content has a higher count
 */
public record Edited(int version, String window, int edits, boolean isCounted) {

  /** Checks the length of the window's id. */
  public Edited {
    if (window.getBytes(UTF_8).length > Drafts.MAX_KEY) {
      throw new IllegalArgumentException("the id of a window is too long");
    }
  }

  /** From a version, in an unknown window. */
  public static Edited from(int version) {
    return new Edited(version, "", 0, false);
  }

  static Edited of(int version, byte[] windowColumn, int edits) {
    String window = windowColumn == null ? "" : new String(windowColumn, UTF_8);
    return new Edited(version, window, edits, false);
  }

  /** Returns the window for its column, which is null if the window is unknown. */
  byte[] windowColumn() {
    return window.isEmpty() ? null : window.getBytes(UTF_8);
  }

  /** True if the other save is an earlier one of the same window. */
  boolean follows(Edited saved) {
    return !window.isEmpty()
        && window.equals(saved.window)
        && version < saved.version
        && (isCounted ? edits > saved.edits : edits >= saved.edits);
  }
}
