package arashi.web;

import java.util.Objects;

/**
 * The answer 503 to a request that a stage refused, or that the database could not serve. It says
 * what is busy or what the database lacks, tries again by itself, and holds what was typed. A
 * refused login is a {@link LoginPage} instead.
 *
 * @param page the surroundings; folders as far as they are known
 * @param words says what is busy
 * @param offersFolders whether the page leads to folders meanwhile
 * @param cause why
 * @param retryAfter seconds until it makes sense to try again, at least 1
 * @param url path and query of the refused GET, or null if it was a POST
 * @param form the refused POST, or null if it was a GET
 */
public record BusyPage(
    PageFrame page,
    MessageKey words,
    boolean offersFolders,
    BusyCause cause,
    int retryAfter,
    String url,
    PostForm form)
    implements PageModel {

  /** Checks that there is one way to try again. */
  public BusyPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(words);
    Objects.requireNonNull(cause);
    LocalPath.requireOrNull(url);
    if ((url == null) == (form == null)) {
      throw new IllegalArgumentException("either url or form");
    }
    if (retryAfter < 1) {
      throw new IllegalArgumentException("retryAfter must be at least 1, but is " + retryAfter);
    }
  }

  @Override
  public String template() {
    return "busy";
  }
}
