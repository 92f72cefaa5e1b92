package haboob.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import seda.fileio.FileStamp;
import seda.kernel.Clock;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** A file in one content coding; builds full, partial and 304 responses. */
public abstract class Representation {
  private static final String FOR_GOOD = "public, max-age=31536000, immutable";
  private static final String BOUNDARY = "haboob-part-boundary-";

  /**
   * Headers that all responses of a page share.
   *
   * @param type content type
   * @param cacheControl for addresses without the page's version
   * @param varies whether the page has several codings
   */
  public record Form(String type, String cacheControl, boolean varies) {}

  private final Form form;
  private final Coding coding;
  private final Validators validators;
  private final FileStamp stamp;
  private final boolean settled;

  /**
   * Creates a representation.
   *
   * @param coding null for identity
   * @param stamp stamp of the source file
   * @param settled whether the stamp proves the content
   */
  Representation(
      Form form, Coding coding, Validators validators, FileStamp stamp, boolean settled) {
    this.form = form;
    this.coding = coding;
    this.validators = validators;
    this.stamp = stamp;
    this.settled = settled;
  }

  /** Length in bytes. */
  public abstract long size();

  /** Weight in the cache's budget in bytes, without its responses. */
  public abstract long weight();

  /** True if the response needs no check of the disk. */
  public boolean mayAnswerUnchecked(HttpRequest request) {
    return true;
  }

  /** True if the version is known, or never will be. */
  public boolean isHashed() {
    return true;
  }

  /** True if an address's version names this content. */
  public boolean isVersion(String version) {
    return false;
  }

  /** False if the content stays in a file. */
  public boolean isInMemory() {
    return true;
  }

  /** Returns this representation with its version, if it can have one. */
  public Representation hashed(Clock clock) {
    return this;
  }

  /** Ends use; existing responses keep the resources they need. */
  public void release() {}

  /** Builds a response of headers only. */
  abstract HttpResponse unchanged(boolean forGood);

  /** Builds a full response. */
  abstract HttpResponse whole(boolean forGood);

  /** Adds a range of the content to a response. */
  abstract HttpResponse part(HttpResponse head, String type, ByteRange range);

  /** True if ranges of this total length may be copied into memory. */
  abstract boolean canGather(long bytes);

  /** Copies a range. */
  abstract void copy(ByteRange range, ByteBuffer to) throws IOException;

  /** The source file's stamp. */
  public final FileStamp stamp() {
    return stamp;
  }

  /** True if the file was old enough when read that its time proves its content. */
  public final boolean isSettled() {
    return settled;
  }

  /** The stamp that proves the file unchanged; null if there is none and it must be read again. */
  public final FileStamp proof() {
    return settled ? stamp : null;
  }

  Validators validators() {
    return validators;
  }

  /** The coding; null for identity. */
  public Coding coding() {
    return coding;
  }

  /** Type and caching, common to all codings of a page. */
  public Form form() {
    return form;
  }

  /**
   * Responds to a GET or HEAD.
   *
   * @param forGood true if the address has the page's version
   */
  public final HttpResponse answer(HttpRequest request, boolean forGood) throws IOException {
    return switch (validators.judge(request)) {
      case NOT_MODIFIED -> unchanged(forGood);
      case FAILED -> head(412, forGood);
      case PROCEED -> {
        String field = request.header("Range");
        boolean parts =
            field != null && request.method().equals("GET") && validators.allowParts(request);
        List<ByteRange> ranges = parts ? ByteRange.parse(field, size()) : null;
        yield ranges == null ? whole(forGood) : partial(ranges, forGood);
      }
    };
  }

  private HttpResponse partial(List<ByteRange> ranges, boolean forGood) throws IOException {
    if (ranges.isEmpty()) {
      return Responses.refusal(416)
          .header("Content-Range", "bytes */" + size())
          .text("The page is not that long.\n");
    }
    if (ranges.size() > 1) {
      return multipart(ranges, forGood);
    }
    ByteRange range = ranges.get(0);
    HttpResponse head = head(206, forGood).header("Content-Range", range.of(size()));
    return part(head, form.type(), range);
  }

  /** RFC 9110 §14.6. Authors of content can't predict the file's time, and so not the boundary. */
  private HttpResponse multipart(List<ByteRange> ranges, boolean forGood) throws IOException {
    String boundary = BOUNDARY + validators.etag().replaceAll("[^0-9a-z]", "");
    byte[] end = ascii("\r\n--" + boundary + "--\r\n");
    byte[][] heads = new byte[ranges.size()][];
    long length = end.length;
    for (int i = 0; i < heads.length; i++) {
      heads[i] =
          ascii(
              (i == 0 ? "--" : "\r\n--")
                  + boundary
                  + "\r\nContent-Type: "
                  + form.type()
                  + "\r\nContent-Range: "
                  + ranges.get(i).of(size())
                  + "\r\n\r\n");
      length += heads[i].length + ranges.get(i).length();
    }
    if (!canGather(length)) {
      return whole(forGood);
    }
    ByteBuffer body = ByteBuffer.allocate((int) length);
    for (int i = 0; i < heads.length; i++) {
      body.put(heads[i]);
      copy(ranges.get(i), body);
    }
    body.put(end);
    return head(206, forGood).body("multipart/byteranges; boundary=" + boundary, body.array());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Builds a response without a body. */
  final HttpResponse head(int status, boolean forGood) {
    HttpResponse head =
        validators
            .addTo(Responses.safe(HttpResponse.of(status)))
            .header("Cache-Control", forGood ? FOR_GOOD : form.cacheControl());
    if (form.varies()) {
      head = head.header("Vary", "Accept-Encoding");
    }
    if (status != 304) {
      head = head.header("Accept-Ranges", "bytes");
      if (coding != null && status < 300) {
        head = head.header("Content-Encoding", coding.token());
      }
    }
    return head;
  }
}
