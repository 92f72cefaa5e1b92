package seda.netio.http;

import org.eclipse.jetty.http.HttpStatus;

/** What the server answers by itself, in one line of text. */
final class ErrorResponse {
  private ErrorResponse() {}

  /** An answer after which the connection closes. */
  static HttpResponse of(int status, String explanation) {
    HttpResponse page = page(status, explanation).closing();
    return status == 503 ? page.header("Retry-After", "1") : page;
  }

  /** The application took no more; the connection goes on. */
  static HttpResponse busy(long retryAfterSeconds) {
    return page(503, "busy, please try again")
        .header("Retry-After", Long.toString(Math.max(1, retryAfterSeconds)));
  }

  /** This client has too much in progress; the connection, which is a proxy's, goes on. */
  static HttpResponse tooMany() {
    return page(429, "too many requests of this address are in progress")
        .header("Retry-After", "1");
  }

  /** The application failed on the request; the connection goes on. */
  static HttpResponse failed() {
    return page(500, "the request failed");
  }

  private static HttpResponse page(int status, String explanation) {
    String reason = HttpStatus.getMessage(status);
    return HttpResponse.of(status)
        .text(status + " " + reason + ": " + explanation + "\n")
        .header("X-Content-Type-Options", "nosniff");
  }
}
