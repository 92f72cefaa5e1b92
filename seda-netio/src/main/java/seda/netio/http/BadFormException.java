package seda.netio.http;

/** A body that is not a valid form. {@link #status} is the status to answer with. */
public final class BadFormException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  BadFormException(int status, String message) {
    super(message);
    this.status = status;
  }

  /**
   * Returns 400 if the form is malformed, 413 if it has too many fields, 415 if the content type is
   * not a form's.
   */
  public int status() {
    return status;
  }
}
