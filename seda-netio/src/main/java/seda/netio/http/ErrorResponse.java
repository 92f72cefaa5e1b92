package seda.netio.http;

import org.eclipse.jetty.http.HttpStatus;

/** The server's own answers, each a line of text. */
final class ErrorResponse {
  private ErrorResponse() {}

  /** Returns an answer after which the connection closes. */
  static HttpResponse of(int status, String explanation) {
    HttpResponse page = page(status, explanation).closing();
    return status == 503 ? page.header("Retry-After", "1") : page;
  }

  /** Returns 503: the application rejected the request. The connection stays open. */
  static HttpResponse busy(long retryAfterSeconds) {
    return page(503, "the server is busy, please try again")
        .header("Retry-After", Long.toString(Math.max(1, retryAfterSeconds)));
  }

  /**
   * Returns 429: the client has too many requests in progress. The connection is a proxy's and
   * stays open.
   */
  static HttpResponse tooMany() {
    return page(429, "too many requests from this address are in progress")
        .header("Retry-After", "1");
  }

  /**
   * Returns 421: the server does not answer under this host name (RFC 9110 §15.5.20). The
   * connection stays open.
   *
   * @param remedy what the operator does to allow the name
   */
  static HttpResponse misdirected(String host, String remedy) {
    return page(421, "this server does not answer to the host name " + host + ".\n" + remedy);
  }

  /** Returns 500: the application failed on the request. The connection stays open. */
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
