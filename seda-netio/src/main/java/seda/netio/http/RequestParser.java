package seda.netio.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import seda.kernel.Budget;
import seda.netio.http.HttpServer.BodyCut;
import seda.netio.http.HttpServer.BodyLimit;

/**
 * Parses requests from bytes in pieces of any size: Jetty's parser in strict compliance, plus
 * {@link RequestLine}, limits, and the refusal of transfer codings other than chunked. Reused for
 * one request after another, of any connection.
 */
final class RequestParser implements HttpParser.RequestHandler {
  private static final int FIRST_BODY_BYTES = 4 << 10;
  private static final int SMALL_BODY_BYTES = 16 << 10;

  /** Size above which a body goes to the spool, if it may. */
  private static final int SPOOL_ABOVE = 64 << 10;

  private static final int FREE_FRAMING_BYTES = 16 << 10;
  private static final int FRAMING_FACTOR = 8;
  private static final Set<HttpHeader> NOT_IN_TRAILERS =
      EnumSet.of(
          HttpHeader.CONTENT_LENGTH,
          HttpHeader.TRANSFER_ENCODING,
          HttpHeader.HOST,
          HttpHeader.COOKIE,
          HttpHeader.AUTHORIZATION);
  private static final byte[] NO_BODY = {};

  /** Result of a call. */
  enum Progress {
    /** All bytes are consumed, and the request needs more. */
    MORE,
    /** The header is complete. Call again for the body, if any, even without bytes. */
    HEAD,
    /** The request is complete. */
    REQUEST
  }

  private final HttpLimits limits;
  private final BodyLimit bodyLimit;
  private final Budget bodies;
  private final RequestLine line;
  private final HttpParser parser;

  private String method;
  private String target;
  private String protocol;
  private final Headers headers = new Headers();
  private Headers trailers; // null if the request has none
  private HttpRequest head;
  private int maxBodyBytes;
  private BodyCut cut = BodyCut.NONE;
  private boolean isCut;
  private boolean endsEarly;
  private boolean hasEndedEarly;
  private BodySpool spool; // null to keep the body in memory
  private SpooledBody spooled; // null while the body is in memory
  private boolean typed;
  private boolean complete;
  private byte[] body = NO_BODY;
  private int bodyBytes;
  private long readBytes;
  private long framingBytes;
  private RefusedRequestException refusal;

  RequestParser(HttpLimits limits, BodyLimit bodyLimit, Budget bodies) {
    this.limits = limits;
    this.bodyLimit = bodyLimit;
    this.bodies = bodies;
    this.line = new RequestLine(limits.maxTargetLength());
    this.parser = new HttpParser(this, limits.maxHeaderBytes(), HttpCompliance.STRICT);
    // no cache: it would return a value in the case of an earlier request
    parser.setHeaderCacheSize(0);
    parser.setHeaderCacheCaseSensitive(true);
  }

  /** Resets the parser for the next request. Not allowed after a refusal. */
  void reset() {
    parser.reset();
    line.reset();
    method = null;
    target = null;
    protocol = null;
    headers.clear();
    trailers = null;
    head = null;
    typed = false;
    complete = false;
    body = NO_BODY;
    bodyBytes = 0;
    readBytes = 0;
    cut = BodyCut.NONE;
    isCut = false;
    endsEarly = false;
    hasEndedEarly = false;
    spool = null;
    spooled = null;
    framingBytes = 0;
  }

  /**
   * Consumes bytes up to the end of the header, of the request, or of the buffer.
   *
   * @throws RefusedRequestException if the request must be answered with an error; the parser is
   *     then unusable
   */
  Progress parse(ByteBuffer in) throws RefusedRequestException {
    line.check(in);
    boolean headBefore = head != null;
    int available;
    do {
      available = in.remaining();
      long readBefore = readBytes;
      boolean stopped = parser.parseNext(in);
      if (refusal != null) {
        throw refusal;
      }
      if (headBefore) {
        countFraming(available - in.remaining() - (readBytes - readBefore));
      }
      if (stopped) {
        return complete ? Progress.REQUEST : Progress.HEAD;
      }
    } while (in.hasRemaining() && in.remaining() < available);
    if (in.hasRemaining()) {
      throw RefusedRequestException.malformed("malformed request");
    }
    return Progress.MORE;
  }

  /** Bounds the framing: one-byte chunks or endless extensions are an attack. */
  private void countFraming(long bytes) throws RefusedRequestException {
    framingBytes += bytes;
    if (framingBytes > FREE_FRAMING_BYTES + FRAMING_FACTOR * readBytes) {
      throw RefusedRequestException.malformed("the chunks have more framing than data");
    }
  }

  /** True once a byte other than a blank line's has arrived. */
  boolean hasStarted() {
    return line.hasStarted();
  }

  /** Returns the method, or null before it is known. */
  String method() {
    return method;
  }

  /** Returns the request without its body, once the header is complete. */
  HttpRequest head() {
    return head;
  }

  /** True if the header announces a non-empty body. */
  boolean hasBody() {
    return parser.isChunking() || parser.getContentLength() > 0;
  }

  /** Returns the bytes of the body so far, including discarded ones. */
  int bodyBytes() {
    return (int) Math.min(Integer.MAX_VALUE, readBytes);
  }

  /** Releases the memory of an unneeded body. */
  void discardBody() {
    if (spooled != null) {
      spooled.close();
      spooled = null;
    }
    bodies.giveBack(body.length);
    body = NO_BODY;
    bodyBytes = 0;
  }

  /** Returns the complete request; the caller must release the memory of its body. */
  HttpRequest request() {
    HttpRequest request = trailers == null ? head : head.withTrailers(trailers);
    request = isCut ? request.cut() : request;
    if (spooled != null) {
      return request.withSpooled(spooled);
    }
    if (bodyBytes == 0) {
      return request;
    }
    bodies.giveBack(body.length - bodyBytes);
    return request.withBody(bodyBytes == body.length ? body : Arrays.copyOf(body, bodyBytes));
  }

  private boolean refuse(RefusedRequestException reason) {
    if (refusal == null) {
      refusal = reason; // the first refusal is the cause of later ones
    }
    return true;
  }

  // ---- callbacks of the parser; returning true ends its call

  @Override
  public void startRequest(String requestMethod, String uri, HttpVersion version) {
    method = requestMethod;
    target = uri;
    protocol = version.asString();
  }

  @Override
  public void parsedHeader(HttpField field) {
    String value = field.getValue() == null ? "" : field.getValue();
    headers.add(field.getName(), value);
    if (headers.size() > limits.maxHeaders()) {
      refuse(new RefusedRequestException(431, "too many header fields"));
    }
    if (field.getHeader() == HttpHeader.TRANSFER_ENCODING) {
      checkTransferEncoding(value.toLowerCase(Locale.ROOT));
    } else if (field.getHeader() == HttpHeader.CONTENT_TYPE) {
      if (typed) {
        refuse(RefusedRequestException.malformed("two Content-Type fields"));
      }
      typed = true;
    } else if (field.getHeader() == HttpHeader.HOST) {
      if (!value.isEmpty() && !Authority.isValid(value)) {
        refuse(RefusedRequestException.malformed("malformed host or port"));
      }
    }
  }

  /** Keeps trailers apart from the header; refuses misleading ones (RFC 9110 §6.5.1). */
  @Override
  public void parsedTrailer(HttpField field) {
    if (field.getHeader() != null && NOT_IN_TRAILERS.contains(field.getHeader())) {
      refuse(RefusedRequestException.malformed("field not allowed in trailers"));
    }
    if (trailers == null) {
      trailers = new Headers();
    }
    trailers.add(field.getName(), field.getValue() == null ? "" : field.getValue());
    if (trailers.size() > limits.maxHeaders()) {
      refuse(new RefusedRequestException(431, "too many trailer fields"));
    }
  }

  private void checkTransferEncoding(String value) {
    if (value.equals("chunked")) {
      if (protocol.equals("HTTP/1.0")) {
        refuse(RefusedRequestException.malformed("Transfer-Encoding is not allowed in HTTP/1.0"));
      }
      return;
    }
    String[] codings = value.split(",", -1);
    for (int i = 0; i < codings.length; i++) {
      String coding = codings[i].strip();
      boolean token = !coding.isEmpty() && coding.chars().allMatch(RequestLine::isTokenByte);
      if (!token || (coding.equals("chunked") && i < codings.length - 1)) {
        refuse(RefusedRequestException.malformed("malformed Transfer-Encoding"));
      }
    }
    refuse(new RefusedRequestException(501, "the only supported transfer coding is chunked"));
  }

  @Override
  public boolean headerComplete() {
    if (refusal != null) {
      return true;
    }
    try {
      head =
          new HttpRequest(
              method, target, protocol, headers.copy(), limits.maxFormFields(), NO_BODY);
    } catch (RefusedRequestException e) {
      return refuse(e);
    }
    maxBodyBytes = hasBody() ? bodyLimit.of(head, limits.maxBodyBytes()) : 0;
    cut = hasBody() ? bodyLimit.cut(head) : BodyCut.NONE;
    if (parser.getContentLength() <= maxBodyBytes) {
      return true;
    }
    if (parser.getContentLength() > cut.readBytes()) {
      return refuse(tooLarge());
    }
    isCut = true;
    maxBodyBytes = Math.min(maxBodyBytes, cut.keptBytes());
    return true;
  }

  /**
   * Keeps only the beginning of the body; the request ends there or, if {@code isRestRead}, with
   * the rest.
   */
  void onlyBeginning(boolean isRestRead) {
    maxBodyBytes = Math.min(maxBodyBytes, Math.max(cut.keptBytes(), limits.maxBodyBytes()));
    endsEarly = !isRestRead;
  }

  /** Sets the spool for a large body. */
  void spoolTo(BodySpool to) {
    spool = to;
  }

  /** True if the request was completed before its whole body arrived. */
  boolean hasEndedEarly() {
    return hasEndedEarly;
  }

  private static RefusedRequestException tooLarge() {
    return new RefusedRequestException(413, "request body too large");
  }

  @Override
  public boolean content(ByteBuffer content) {
    int more = content.remaining();
    readBytes += more;
    if (spool != null && bodyBytes + more > SPOOL_ABOVE) {
      openSpool();
    }
    if (more > maxBodyBytes - bodyBytes) {
      if (!endsEarly && readBytes > cut.readBytes()) {
        return refuse(tooLarge());
      }
      isCut = true;
      more = maxBodyBytes - bodyBytes;
    }
    if (spooled != null) {
      return toSpool(content.duplicate().limit(content.position() + more));
    }
    if (bodyBytes + more > body.length) {
      int capacity = newCapacity(bodyBytes + more);
      if (!takeMemory(capacity)) {
        return refuse(
            new RefusedRequestException(
                503, "too many request bodies are being received, please try again"));
      }
      body = Arrays.copyOf(body, capacity);
    }
    content.get(body, bodyBytes, more);
    bodyBytes += more;
    // a body whose announced length is too large is cut from the start
    hasEndedEarly = endsEarly && isCut && bodyBytes == maxBodyBytes;
    complete |= hasEndedEarly;
    return complete;
  }

  /**
   * Moves the body to the spool. If the spool is full, the body is cut and its beginning stays in
   * memory.
   */
  private void openSpool() {
    long announced = parser.getContentLength();
    long most = announced > 0 ? Math.min(announced, maxBodyBytes) : maxBodyBytes;
    spooled = spool.open(most).orElse(null);
    spool = null;
    if (spooled == null) {
      maxBodyBytes = Math.min(maxBodyBytes, Math.max(bodyBytes, cut.keptBytes()));
      return;
    }
    int before = bodyBytes;
    bodyBytes = 0;
    toSpool(ByteBuffer.wrap(body, 0, before));
    bodies.giveBack(body.length);
    body = NO_BODY;
  }

  private boolean toSpool(ByteBuffer bytes) {
    bodyBytes += bytes.remaining();
    try {
      spooled.append(bytes);
      return false;
    } catch (IOException e) {
      return refuse(new RefusedRequestException(503, "the request body could not be stored"));
    }
  }

  /**
   * Takes memory for the body. Large bodies leave a reserve, so that a few cannot block all small
   * ones.
   */
  private boolean takeMemory(int capacity) {
    long leaving = capacity <= SMALL_BODY_BYTES ? 0 : limits.reservedBodiesBytes();
    return bodies.tryTake(capacity - body.length, leaving);
  }

  /** Grows with the received bytes, not with the announced length, which costs a client nothing. */
  private int newCapacity(int needed) {
    long announced = parser.getContentLength();
    long most = announced > 0 ? Math.min(announced, maxBodyBytes) : maxBodyBytes;
    long doubled = Math.max(FIRST_BODY_BYTES, 2L * body.length);
    return (int) Math.max(needed, Math.min(most, doubled));
  }

  @Override
  public boolean contentComplete() {
    return false;
  }

  @Override
  public boolean messageComplete() {
    complete = true;
    return true;
  }

  /** The parser calls this for errors after the header. */
  @Override
  public void earlyEOF() {
    refuse(RefusedRequestException.malformed("malformed chunk"));
  }

  @Override
  public void badMessage(HttpException failure) {
    String reason = failure.getReason() == null ? "too long or malformed" : failure.getReason();
    refuse(new RefusedRequestException(failure.getCode(), reason));
  }
}
