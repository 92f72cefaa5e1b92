package arashi.web;

import java.util.Objects;

/**
 * Markup that may stand in a page as it is: the only thing that templates do not escape. Make one
 * only from the output of the sanitiser, or from plain text that has been escaped.
 *
 * @param markup an HTML fragment, complete in itself
 */
public record SafeHtml(String markup) {

  /** Checks that there is markup, possibly empty. */
  public SafeHtml {
    Objects.requireNonNull(markup);
  }

  /** Keeps mail out of logs. */
  @Override
  public String toString() {
    return "SafeHtml[" + markup.length() + " chars]";
  }
}
