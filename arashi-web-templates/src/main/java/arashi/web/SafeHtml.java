package arashi.web;

import java.util.Objects;

/**
 * Markup that templates do not escape, as the only type. Create it only from the sanitiser's output
 * or from escaped plain text.
 *
 * @param markup a complete HTML fragment
 */
public record SafeHtml(String markup) {

  public SafeHtml {
    Objects.requireNonNull(markup);
  }

  /** Omits the markup, to keep mail out of logs. */
  @Override
  public String toString() {
    return "SafeHtml[" + markup.length() + " chars]";
  }
}
