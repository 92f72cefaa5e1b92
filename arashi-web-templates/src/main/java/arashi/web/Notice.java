package arashi.web;

import java.util.Objects;

/**
 * One sentence above the page about what just happened.
 *
 * @param kind how it is meant
 * @param text a sentence in the reader's language
 * @param undo the POST that takes it back, or null
 * @param job the page that shows how far it is, or null if it has ended
 */
public record Notice(Kind kind, String text, PostForm undo, String job) {

  /** How a notice is meant. */
  public enum Kind {
    /** It worked. */
    INFO,
    /** It did not. */
    ERROR
  }

  /** Checks that kind and text are there. */
  public Notice {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(text);
    LocalPath.requireOrNull(job);
  }

  /** A notice of something that has ended. */
  public Notice(Kind kind, String text, PostForm undo) {
    this(kind, text, undo, null);
  }
}
