package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail/{folder}/{uid}}: a message, with the part of the list that it stands in.
 *
 * @param page the surroundings
 * @param list rows near the message, its own marked as selected; none if the page is reduced
 * @param message the message
 * @param reduced what is left out of the page, or null
 */
public record MessagePage(
    PageFrame page, MessageList list, MessageView message, Degradation reduced)
    implements PageModel {

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
