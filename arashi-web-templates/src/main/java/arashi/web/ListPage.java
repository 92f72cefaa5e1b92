package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail/{folder}}: a list of messages, none of them open.
 *
 * @param page the surroundings
 * @param list the messages
 * @param reduced what is left out of the page, or null
 */
public record ListPage(PageFrame page, MessageList list, Degradation reduced) implements PageModel {

  /** Checks that both are there. */
  public ListPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(list);
  }

  @Override
  public String template() {
    return "list";
  }
}
