package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail/{folder}}: a list of messages without an open one.
 *
 * @param page the page frame
 * @param list the messages
 * @param reduced what a degraded page omits, or null
 */
public record ListPage(PageFrame page, MessageList list, Degradation reduced) implements PageModel {

  public ListPage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(list);
  }

  @Override
  public String template() {
    return "list";
  }
}
