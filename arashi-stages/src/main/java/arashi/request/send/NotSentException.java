package arashi.request.send;

import arashi.front.compose.MailForm;
import arashi.front.compose.Marks;

/**
 * A mail can't be sent as it is; its form returns to the writer. Unchecked, because it passes
 * through {@link arashi.front.page.RawMails#hold}.
 */
final class NotSentException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient MailForm form;
  private final transient Marks marks;

  /** Returns {@code form} with {@code marks}. */
  NotSentException(MailForm form, Marks marks) {
    super(null, null, false, false); // part of the normal flow, so without a stack trace
    this.form = form;
    this.marks = marks;
  }

  MailForm form() {
    return form;
  }

  Marks marks() {
    return marks;
  }
}
