package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail/{folder}/{uid}}: a message, with the part of the list that it stands in.
 *
 * @param page the surroundings
 * @param list rows near the message, its own marked as selected; none if the page is reduced
 * @param message the message
 * @param found the search results that it was opened from, or null; the list is not shown then
 * @param reduced what is left out of the page, or null
 */
public record MessagePage(
    PageFrame page, MessageList list, MessageView message, Found found, Degradation reduced)
    implements PageModel {

  /**
   * Search results from which a message was opened.
   *
   * @param url their page
   * @param onward which of them comes once the message has left its folder, {@code older} or {@code
   *     newer}; or null for the results
   */
  public record Found(String url, String onward) {

    /** Checks the address. */
    public Found {
      LocalPath.require(url);
    }
  }

  /** Checks that all are there. */
  public MessagePage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(list);
    Objects.requireNonNull(message);
  }

  @Override
  public String template() {
    return "message";
  }
}
