package seda.netio.http;

/** A body that is not the form it should be; {@link #status} is the answer to give. */
public final class BadFormException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  BadFormException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** 400 if malformed, 413 if it has too many fields, 415 if the content type is no form's. */
  public int status() {
    return status;
  }
}
