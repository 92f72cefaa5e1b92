package arashi.web;

import java.util.Objects;

/**
 * A sentence above the page about the last action.
 *
 * @param kind success or failure
 * @param text a sentence in the reader's language
 * @param undo the POST that undoes the action, or null
 * @param job page with the action's progress, or null if it has ended
 */
public record Notice(Kind kind, String text, PostForm undo, String job) {

  /** Success or failure. */
  public enum Kind {
    /** Success. */
    INFO,
    /** Failure. */
    ERROR
  }

  public Notice {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(text);
    LocalPath.requireOrNull(job);
  }

  /** Creates a notice of a completed action. */
  public Notice(Kind kind, String text, PostForm undo) {
    this(kind, text, undo, null);
  }
}
