package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail/{folder}/{uid}/body}: the document inside the sandboxed frame. It is sent with a
 * policy of its own that allows inline style and no script, and is never shown outside a sandbox.
 *
 * @param subject title of the document, possibly empty
 * @param body the HTML of the mail, sanitised
 */
public record BodyPage(String subject, SafeHtml body) implements PageModel {

  /** Checks that both are there. */
  public BodyPage {
    Objects.requireNonNull(subject);
    Objects.requireNonNull(body);
  }

  @Override
  public String template() {
    return "body";
  }
}
