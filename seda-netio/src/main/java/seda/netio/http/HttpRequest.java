package seda.netio.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A request that is well-formed. Immutable and for any thread, but for the array it hands out,
 * which callers leave as it is. Two exchanges may have the same.
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
  private Map<String, List<String>> query; // made when first asked for, perhaps by several threads

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
   * A request that came from no socket, for tests and for requests that a server makes of itself.
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

  /** The same with one header field more. */
  public HttpRequest withHeader(String name, String value) {
    return new HttpRequest(this, headers.with(name, value), trailers, body, isCut, spooled);
  }

  /** The same with this body. */
  public HttpRequest withBody(byte[] newBody) {
    return new HttpRequest(this, headers, trailers, newBody, isCut, null);
  }

  /** What a log says of it, in as little memory: no header fields and no body. */
  HttpRequest line() {
    return new HttpRequest(this, NO_TRAILERS, NO_TRAILERS, NO_BODY, false, null);
  }

  /** The same as a form post: body in UTF-8, and its content type. */
  public HttpRequest withForm(String encodedFields) {
    return withHeader("Content-Type", Form.CONTENT_TYPE)
        .withBody(encodedFields.getBytes(StandardCharsets.UTF_8));
  }

  /** The method as it was sent; case matters. */
  public String method() {
    return method;
  }

  /** The request target as it was sent. */
  public String target() {
    return rawTarget;
  }

  /** {@code HTTP/1.1} or {@code HTTP/1.0}. */
  public String protocol() {
    return protocol;
  }

  /**
   * The path, decoded and with dot segments resolved: it starts with a slash, never leads out of
   * the root, and has no control characters and no backslashes. {@code *} for {@code OPTIONS *},
   * which the server answers itself.
   */
  public String path() {
    return target.path();
  }

  /**
   * The path's segments, each decoded by itself, so that {@code %2F} stays inside its segment.
   * {@code /} has none, {@code /a} one, {@code /a/} has a second that is empty.
   */
  public List<String> pathSegments() {
    return target.segments();
  }

  /** The host and port that were asked for, as sent; null if HTTP/1.0 named none. */
  public String host() {
    return target.authority() != null ? target.authority() : header("Host");
  }

  /** First value of a field of the query, or null. */
  public String query(String name) {
    List<String> values = query().get(name);
    return values == null ? null : values.get(0);
  }

  /** All values of a field of the query, in order. */
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

  /** First value of a header field, or null; the name's case doesn't matter. */
  public String header(String name) {
    return headers.first(name);
  }

  /** All values of a header field, in order. */
  public List<String> headerAll(String name) {
    return headers.all(name);
  }

  /**
   * First value of a field that came behind a chunked body, or null. Such fields are never taken
   * for header fields (RFC 9110 §6.5).
   */
  public String trailer(String name) {
    return trailers.first(name);
  }

  /** Value of a cookie, or null; of several under one name the first (RFC 6265 §5.4). */
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

  /** Whether the body was too large, and {@link #body} is its beginning. */
  public boolean isCut() {
    return isCut;
  }

  /**
   * The body, without transfer coding; empty if there is none, or if it waits on disk, where only
   * {@link #openBody} finds it. Not a copy.
   */
  public byte[] body() {
    return body;
  }

  /**
   * The body as a stream from its start, wherever it is. To be read before the request is answered.
   */
  public InputStream openBody() {
    return spooled == null ? new ByteArrayInputStream(body) : spooled.open();
  }

  /** Whether the header announces what {@link #form} reads. */
  public boolean hasForm() {
    return Form.isForm(header("Content-Type"));
  }

  /**
   * The body as {@code application/x-www-form-urlencoded} in UTF-8.
   *
   * @throws BadFormException if it is of another type, malformed, or has too many fields
   */
  public Form form() throws BadFormException {
    return Form.parse(header("Content-Type"), body, maxFormFields);
  }

  HttpRequest withTrailers(Headers fields) {
    return new HttpRequest(this, headers, fields, body, isCut, spooled);
  }

  /** The same with a body on disk. */
  HttpRequest withSpooled(SpooledBody file) {
    return new HttpRequest(this, headers, trailers, NO_BODY, isCut, file);
  }

  /** Nobody reads its body any more. */
  void closeBody() {
    if (spooled != null) {
      spooled.close();
    }
  }

  /** The same; of its body, which was too large, it has the beginning only. */
  HttpRequest cut() {
    return new HttpRequest(this, headers, trailers, body, true, spooled);
  }

  Headers headers() {
    return headers;
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  /** True for {@code OPTIONS *}, the only one that has no path. */
  boolean isForWholeServer() {
    return path().equals("*");
  }

  boolean isHttp11() {
    return protocol.equals("HTTP/1.1");
  }
}
