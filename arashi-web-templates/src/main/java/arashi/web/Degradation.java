package arashi.web;

import java.util.Objects;

/**
 * What a page leaves out while there is too much to do, and where the whole is to be had.
 *
 * @param step what is left out
 * @param fullUrl path and query of the same page with everything
 */
public record Degradation(Step step, String fullUrl) {

  /** What is left out, for each kind of page the least first. */
  public enum Step {
    /** A list: the first words of the texts. */
    PREVIEWS,
    /** A list: those, and the numbers of messages in the folders. */
    COUNTS,
    /** A message: the list beside it and its conversation. */
    BESIDE,
    /** A message: those, the numbers of messages in the folders, and HTML until it is asked for. */
    PLAIN,
    /** A search: mail that is older than a recent window. */
    WINDOW
  }

  /** Checks that both are there and that the url is a path. */
  public Degradation {
    Objects.requireNonNull(step);
    LocalPath.require(fullUrl);
  }
}
