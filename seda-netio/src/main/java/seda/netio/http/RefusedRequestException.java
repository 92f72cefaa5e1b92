package seda.netio.http;

/** A request that the server answers itself, with {@link #status}; the connection then closes. */
final class RefusedRequestException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  RefusedRequestException(int status, String message) {
    super(message, null, false, false); // no stack trace: the message suffices
    this.status = status;
  }

  static RefusedRequestException malformed(String message) {
    return new RefusedRequestException(400, message);
  }

  int status() {
    return status;
  }
}
