package arashi.web;

import java.util.Objects;

/**
 * What a degraded page omits under load, and where the complete page is.
 *
 * @param step what is omitted
 * @param fullUrl path and query of the complete page
 */
public record Degradation(Step step, String fullUrl) {

  /** Steps of degradation, per kind of page from least to most. */
  public enum Step {
    /** List: omits the previews. */
    PREVIEWS,
    /** List: also omits the message counts of the folders. */
    COUNTS,
    /** Message: omits the list beside it and its conversation. */
    BESIDE,
    /** Message: also omits the message counts of the folders, and HTML until requested. */
    PLAIN,
    /** Search: omits mail older than a recent window. */
    WINDOW
  }

  public Degradation {
    Objects.requireNonNull(step);
    LocalPath.require(fullUrl);
  }
}
