package arashi.web;

import java.util.Objects;

/**
 * The answer 503 to a request that a stage refused. It says which action is busy, tries again by
 * itself, and holds what was typed. A refused login is a {@link LoginPage} instead.
 *
 * @param page the surroundings; folders as far as they are known
 * @param action what is busy
 * @param retryAfter seconds until it makes sense to try again, at least 1
 * @param url path and query of the refused GET, or null if it was a POST
 * @param form the refused POST, or null if it was a GET
 */
public record BusyPage(Page page, Action action, int retryAfter, String url, PostForm form)
    implements PageModel {

  /** What can be busy: one constant for each stage that people meet. */
  public enum Action {
    /** Opening the folders. */
    LIST_FOLDERS,
    /** Listing messages. */
    LIST_MESSAGES,
    /** Opening a message. */
    SHOW_MESSAGE,
    /** Opening an attachment or the original. */
    ATTACHMENT,
    /** Deleting. */
    DELETE,
    /** Moving to another folder. */
    REFILE,
    /** Marking read, unread or with a star. */
    FLAG,
    /** Searching. */
    SEARCH,
    /** Opening the console. */
    CONSOLE
  }

  /** Checks that there is one way to try again. */
  public BusyPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(action);
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
