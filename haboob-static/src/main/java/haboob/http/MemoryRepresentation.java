package haboob.http;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import seda.fileio.FileStamp;
import seda.kernel.Clock;
import seda.netio.http.HttpResponse;

/**
 * A representation in memory with prebuilt responses. Any thread; the content is immutable.
 *
 * <p>Heap bytes are copied on each send, since the collector may move them. Frequently sent content
 * is therefore moved off-heap; not all content is, since off-heap memory is freed late.
 */
public final class MemoryRepresentation extends Representation {
  private static final int ETAG_DIGITS = 32;

  /** A shorter prefix could match by chance. */
  private static final int MIN_VERSION_DIGITS = 8;

  /** Uses after which content is moved off-heap. */
  public static final int OFTEN = 32;

  /** Set once off-heap memory is exhausted, because each failing allocation is slow. */
  private static volatile boolean noRoomOutside;

  private final String hash;
  private final int size; // a field, since batches are sorted by it
  private volatile ByteBuffer bytes;
  private volatile HttpResponse whole;
  private volatile HttpResponse wholeForGood;
  private final HttpResponse unchanged;
  private final HttpResponse unchangedForGood;
  private int sent; // races are harmless

  private MemoryRepresentation(
      Form form,
      Coding coding,
      Validators validators,
      String hash,
      FileStamp stamp,
      boolean settled,
      ByteBuffer bytes) {
    super(form, coding, validators, stamp, settled);
    this.size = bytes.remaining();
    this.bytes = bytes;
    this.hash = hash;
    makeAnswers(bytes);
    this.unchanged = head(304, false);
    this.unchangedForGood = head(304, true);
  }

  private void makeAnswers(ByteBuffer content) {
    whole = head(200, false).body(form().type(), content);
    wholeForGood = head(200, true).body(form().type(), content);
  }

  /**
   * Creates a representation. The tag is derived from the file's stamp if that proves the content,
   * and else from a hash. Hashing is too slow for processors.
   *
   * @param coding null for identity
   * @param stamp stamp of the source file
   * @param settled whether the stamp proves the content
   * @param hashed true to hash the content in any case
   */
  public static MemoryRepresentation of(
      Form form,
      Coding coding,
      FileStamp stamp,
      boolean settled,
      ByteBuffer bytes,
      boolean hashed,
      Clock clock) {
    String hash = hashed || !settled ? sha256(bytes) : null;
    String etag =
        hash == null
            ? Validators.tag(stamp, true, coding)
            : '"' + hash.substring(0, ETAG_DIGITS) + '"';
    Validators validators = Validators.of(etag, stamp.lastModified().toInstant(), clock);
    return new MemoryRepresentation(form, coding, validators, hash, stamp, settled, bytes);
  }

  @Override
  public MemoryRepresentation hashed(Clock clock) {
    return isHashed() ? this : of(form(), coding(), stamp(), isSettled(), bytes, true, clock);
  }

  @Override
  public boolean isHashed() {
    return hash != null;
  }

  private static String sha256(ByteBuffer bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes.duplicate());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the JDK lacks SHA-256", e);
    }
  }

  @Override
  public boolean isVersion(String version) {
    return version != null
        && isHashed()
        && version.length() >= MIN_VERSION_DIGITS
        && hash.startsWith(version);
  }

  /** The content; not to be modified. */
  public ByteBuffer bytes() {
    return bytes.duplicate();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long weight() {
    return size();
  }

  @Override
  HttpResponse unchanged(boolean forGood) {
    return forGood ? unchangedForGood : unchanged;
  }

  @Override
  HttpResponse whole(boolean forGood) {
    if (sent < OFTEN && ++sent == OFTEN && !noRoomOutside) {
      moveOutOfTheHeap();
    }
    return forGood ? wholeForGood : whole;
  }

  private void moveOutOfTheHeap() {
    try {
      ByteBuffer outside = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes()).flip();
      makeAnswers(outside);
      bytes = outside.asReadOnlyBuffer();
    } catch (OutOfMemoryError e) {
      noRoomOutside = true;
    }
  }

  @Override
  HttpResponse part(HttpResponse head, String type, ByteRange range) {
    return head.body(type, slice(range));
  }

  @Override
  boolean canGather(long length) {
    return length <= Integer.MAX_VALUE;
  }

  @Override
  void copy(ByteRange range, ByteBuffer to) {
    to.put(slice(range));
  }

  private ByteBuffer slice(ByteRange range) {
    ByteBuffer content = bytes;
    return content.slice(content.position() + (int) range.first(), (int) range.length());
  }
}
