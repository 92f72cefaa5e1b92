package seda.netio.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A well-formed request. Immutable and thread-safe; callers must not modify the body array.
 * Exchanges may share one request.
 */
public final class HttpRequest {
  private static final byte[] NO_BODY = {};
  private static final Headers NO_TRAILERS = new Headers();

  private final String method;
  private final String rawTarget;
  private final RequestTarget target;
  private final String protocol;
  private final Headers headers;
  private final Headers trailers;
  private final int maxFormFields;
  private final byte[] body;
  private final boolean isCut;
  private final SpooledBody spooled; // null if the body is in memory
  private Map<String, List<String>> query; // created at first use; a race is harmless

  HttpRequest(
      String method,
      String rawTarget,
      String protocol,
      Headers headers,
      int maxFormFields,
      byte[] body)
      throws RefusedRequestException {
    this.method = method;
    this.rawTarget = rawTarget;
    this.target = RequestTarget.parse(method, rawTarget);
    this.protocol = protocol;
    this.headers = headers;
    this.trailers = NO_TRAILERS;
    this.maxFormFields = maxFormFields;
    this.body = body;
    this.isCut = false;
    this.spooled = null;
  }

  private HttpRequest(
      HttpRequest head,
      Headers headers,
      Headers trailers,
      byte[] body,
      boolean isCut,
      SpooledBody spooled) {
    this.method = head.method;
    this.rawTarget = head.rawTarget;
    this.target = head.target;
    this.protocol = head.protocol;
    this.headers = headers;
    this.trailers = trailers;
    this.maxFormFields = head.maxFormFields;
    this.body = body;
    this.isCut = isCut;
    this.spooled = spooled;
  }

  /**
   * Creates a request without a socket, for tests and for a server's own requests.
   *
   * @throws IllegalArgumentException if a server would refuse the target
   */
  public static HttpRequest of(String method, String target) {
    try {
      int maxFormFields = HttpLimits.defaults().maxFormFields();
      return new HttpRequest(method, target, "HTTP/1.1", new Headers(), maxFormFields, NO_BODY);
    } catch (RefusedRequestException e) {
      throw new IllegalArgumentException(e.getMessage() + ": " + target, e);
    }
  }

  /** Returns a copy with another header field. */
  public HttpRequest withHeader(String name, String value) {
    return new HttpRequest(this, headers.with(name, value), trailers, body, isCut, spooled);
  }

  /** Returns a copy with this body. */
  public HttpRequest withBody(byte[] newBody) {
    return new HttpRequest(this, headers, trailers, newBody, isCut, null);
  }

  /** Returns a copy for logging, without header fields and body, to save memory. */
  HttpRequest line() {
    return new HttpRequest(this, NO_TRAILERS, NO_TRAILERS, NO_BODY, false, null);
  }

  /** Returns a copy with this form as body, in UTF-8, and its content type. */
  public HttpRequest withForm(String encodedFields) {
    return withHeader("Content-Type", Form.CONTENT_TYPE)
        .withBody(encodedFields.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the method as sent; case-sensitive. */
  public String method() {
    return method;
  }

  /** Returns the request target as sent. */
  public String target() {
    return rawTarget;
  }

  /** Returns {@code HTTP/1.1} or {@code HTTP/1.0}. */
  public String protocol() {
    return protocol;
  }

  /**
   * Returns the path, decoded and with dot segments resolved. It starts with a slash, never leads
   * above the root, and has no control characters or backslashes. It is {@code *} for {@code
   * OPTIONS *}, which the server answers itself.
   */
  public String path() {
    return target.path();
  }

  /**
   * Returns the path's segments, decoded separately, so that {@code %2F} stays inside its segment.
   * {@code /} has none, {@code /a} one, {@code /a/} a second, empty one.
   */
  public List<String> pathSegments() {
    return target.segments();
  }

  /** Returns the requested host and port as sent; null if an HTTP/1.0 request has none. */
  public String host() {
    return target.authority() != null ? target.authority() : header("Host");
  }

  /**
   * Returns the requested host in lower case, without port and final dot; null if an HTTP/1.0
   * request has none.
   */
  public String hostName() {
    String host = host();
    return host == null ? null : Authority.host(host);
  }

  /** Returns the first value of a query field, or null. */
  public String query(String name) {
    List<String> values = query().get(name);
    return values == null ? null : values.get(0);
  }

  /** Returns all values of a query field, in order. */
  public List<String> queryAll(String name) {
    return List.copyOf(query().getOrDefault(name, List.of()));
  }

  private Map<String, List<String>> query() {
    Map<String, List<String>> fields = query;
    if (fields == null) {
      fields = target.queryFields();
      query = fields;
    }
    return fields;
  }

  /** Returns the first value of a header field, or null; case-insensitive. */
  public String header(String name) {
    return headers.first(name);
  }

  /** Returns all values of a header field, in order. */
  public List<String> headerAll(String name) {
    return headers.all(name);
  }

  /**
   * Returns the first value of a trailer field of a chunked body, or null. Trailer fields are never
   * treated as header fields (RFC 9110 §6.5).
   */
  public String trailer(String name) {
    return trailers.first(name);
  }

  /**
   * Returns the value of a cookie, or null; the first of several under one name (RFC 6265 §5.4).
   */
  public String cookie(String name) {
    for (String line : headers.all("Cookie")) {
      for (String pair : line.split(";", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
          return unquoted(pair.substring(equals + 1).strip());
        }
      }
    }
    return null;
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  /** True if the body was too large and {@link #body} is its beginning. */
  public boolean isCut() {
    return isCut;
  }

  /**
   * Returns the body without transfer coding, not copied. Empty if there is none, or if it is on
   * disk, where only {@link #openBody} reads it.
   */
  public byte[] body() {
    return body;
  }

  /**
   * Opens the body as a stream from its start, in memory or on disk. Read it before the request is
   * answered. Reading a body on disk blocks.
   */
  public InputStream openBody() {
    return spooled == null ? new ByteArrayInputStream(body) : spooled.open();
  }

  /** True if the content type announces a form that {@link #form} reads. */
  public boolean hasForm() {
    return Form.isForm(header("Content-Type"));
  }

  /**
   * Parses the body as {@code application/x-www-form-urlencoded} in UTF-8.
   *
   * @throws BadFormException if it is of another type, malformed, or has too many fields
   */
  public Form form() throws BadFormException {
    return Form.parse(header("Content-Type"), body, maxFormFields);
  }

  HttpRequest withTrailers(Headers fields) {
    return new HttpRequest(this, headers, fields, body, isCut, spooled);
  }

  /** Returns a copy with a body on disk. */
  HttpRequest withSpooled(SpooledBody file) {
    return new HttpRequest(this, headers, trailers, NO_BODY, isCut, file);
  }

  /** Releases the body's file. */
  void closeBody() {
    if (spooled != null) {
      spooled.close();
    }
  }

  /** Returns a copy marked as having only the beginning of its body. */
  HttpRequest cut() {
    return new HttpRequest(this, headers, trailers, body, true, spooled);
  }

  Headers headers() {
    return headers;
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  /** True for {@code OPTIONS *}, the only request without a path. */
  boolean isForWholeServer() {
    return path().equals("*");
  }

  boolean isHttp11() {
    return protocol.equals("HTTP/1.1");
  }
}
