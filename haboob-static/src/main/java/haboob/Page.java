package haboob;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import seda.fileio.FileContent;
import seda.fileio.FileStamp;
import seda.kernel.Clock;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * A page in memory, with all answers it can give, made once. Immutable but for the time of its last
 * comparison with the disk; any thread.
 */
final class Page {
  private static final String FOR_GOOD = "public, max-age=31536000, immutable";
  private static final int ETAG_DIGITS = 32;

  /** So short a version could be met by chance. */
  private static final int MIN_VERSION_DIGITS = 8;

  /** About what a page takes beside its bytes: answers, their heads, the cache's entry. */
  private static final int OVERHEAD_BYTES = 2048;

  private final FileStamp stamp;
  private final boolean settled;
  private final String hash;
  private final Validators validators;
  private final int size;
  private final HttpResponse content;
  private final HttpResponse contentForGood;
  private final HttpResponse unchanged;
  private final HttpResponse unchangedForGood;
  private volatile long checkedNanos;

  /**
   * Makes the page; hashes the content, so not for processors.
   *
   * @param startedAt when the reading was asked for, by the wall clock
   * @param startedNanos the same by the monotonic one
   * @param cacheControl for addresses without the page's version
   */
  Page(
      String key,
      FileContent file,
      Instant startedAt,
      long startedNanos,
      String cacheControl,
      Clock clock) {
    this.stamp = file.stamp();
    this.settled = stamp.isSettled(startedAt);
    this.size = file.bytes().remaining();
    this.hash = sha256(file.bytes());
    String etag = '"' + hash.substring(0, ETAG_DIGITS) + '"';
    this.validators = Validators.of(etag, stamp.lastModified().toInstant(), clock);
    String type = ContentTypes.of(key);
    this.content = head(200, cacheControl).body(type, file.bytes());
    this.contentForGood = head(200, FOR_GOOD).body(type, file.bytes());
    this.unchanged = head(304, cacheControl);
    this.unchangedForGood = head(304, FOR_GOOD);
    this.checkedNanos = startedNanos;
  }

  private HttpResponse head(int status, String cacheControl) {
    return validators
        .addTo(Responses.safe(HttpResponse.of(status)))
        .header("Cache-Control", cacheControl);
  }

  private static String sha256(ByteBuffer bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes.duplicate());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The answer to a GET or HEAD. */
  HttpResponse answer(HttpRequest request) {
    boolean forGood = isVersion(request.query("v"));
    if (validators.match(request)) {
      return forGood ? unchangedForGood : unchanged;
    }
    return forGood ? contentForGood : content;
  }

  private boolean isVersion(String version) {
    return version != null && version.length() >= MIN_VERSION_DIGITS && hash.startsWith(version);
  }

  /** True if the page was compared with the disk so lately. */
  boolean isFresh(long nowNanos, long withinNanos) {
    return nowNanos - checkedNanos < withinNanos;
  }

  /** The disk still had this content when it was looked at, which was not before this time. */
  void confirm(long nanos) {
    checkedNanos = nanos;
  }

  /** The stamp that proves the page unchanged; null if there is none and it must be read again. */
  FileStamp proof() {
    return settled ? stamp : null;
  }

  /** What the page takes in memory, about. */
  int weight(String key) {
    return (int) Math.min(Integer.MAX_VALUE, (long) size + 2L * key.length() + OVERHEAD_BYTES);
  }
}
