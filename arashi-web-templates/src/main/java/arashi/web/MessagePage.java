package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail/{folder}/{uid}}: a message and the surrounding part of its list.
 *
 * @param page the page frame
 * @param list rows near the message, with its own selected; empty if the page is degraded
 * @param message the message
 * @param found the search results that it was opened from, or null; they replace the list
 * @param reduced what a degraded page omits, or null
 */
public record MessagePage(
    PageFrame page, MessageList list, MessageView message, Found found, Degradation reduced)
    implements PageModel {

  /**
   * Search results from which a message was opened.
   *
   * @param url their page
   * @param onward the result to open once the message has left its folder, {@code older} or {@code
   *     newer}; or null for the results
   */
  public record Found(String url, String onward) {

    public Found {
      LocalPath.require(url);
    }
  }

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
