package arashi.web;

import java.util.Objects;

/**
 * The 503 response to a request that a stage refused or that the database could not serve. It names
 * the busy part or the database's problem, retries automatically, and keeps the input. A refused
 * login gets a {@link LoginPage} instead.
 *
 * @param page the page frame; its folders as far as known
 * @param words text that names the busy part
 * @param offersFolders whether the page links to folders
 * @param cause the cause
 * @param retryAfter seconds until the next attempt, at least 1
 * @param url path and query of the refused GET, or null for a POST
 * @param kept the refused POST, or null for a GET; repeats by itself only if it is proven
 */
public record BusyPage(
    PageFrame page,
    MessageKey words,
    boolean offersFolders,
    BusyCause cause,
    int retryAfter,
    String url,
    KeptPost kept)
    implements PageModel {

  /** Validates that exactly one of {@code url} and {@code kept} is set. */
  public BusyPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(words);
    Objects.requireNonNull(cause);
    LocalPath.requireOrNull(url);
    if ((url == null) == (kept == null)) {
      throw new IllegalArgumentException("either url or POST");
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
