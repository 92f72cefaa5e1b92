package haboob.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import seda.fileio.FileOpened;
import seda.fileio.FileStamp;
import seda.kernel.Clock;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * A representation in an open file, sent by the system. Its tag is derived from the file's size,
 * time and identity instead of its content. The tag is weak while the file is so recent that a
 * change might leave all of them equal.
 *
 * <p>A file modified in place, instead of replaced, is sent as it is now until the change is
 * noticed. A client may combine ranges with earlier ones, so ranges are sent only after a check of
 * the disk, on the pool.
 */
public final class FileRepresentation extends Representation {
  /** Weight of an open file in the cache's budget, which bounds the number of open files. */
  public static final int WEIGHT_BYTES = 32 << 10;

  private static final int WARMING_BYTES = 64 << 10;

  private final FileChannel channel;
  private final UseCount users;
  private final int maxGatheredBytes;

  /**
   * Creates a representation with one user.
   *
   * @param opened closed by the last release
   * @param maxGatheredBytes a longer file is not read ahead
   */
  public FileRepresentation(
      Form form, Coding coding, FileOpened opened, int maxGatheredBytes, Clock clock) {
    this(form, coding, opened, opened.stamp().isSettled(clock.instant()), maxGatheredBytes, clock);
  }

  private FileRepresentation(
      Form form,
      Coding coding,
      FileOpened opened,
      boolean settled,
      int maxGatheredBytes,
      Clock clock) {
    super(
        form, coding, validators(opened.stamp(), settled, coding, clock), opened.stamp(), settled);
    this.channel = opened.channel();
    this.users = new UseCount(() -> Responses.close(opened));
    this.maxGatheredBytes = maxGatheredBytes;
  }

  private static Validators validators(
      FileStamp stamp, boolean settled, Coding coding, Clock clock) {
    String etag = Validators.tag(stamp, settled, coding);
    return Validators.of(etag, stamp.lastModified().toInstant(), clock);
  }

  /** Reads a short file into the system's page cache, so sends need no disk. On the pool. */
  public void warm() throws IOException {
    if (size() > maxGatheredBytes) {
      return;
    }
    ByteBuffer thrownAway = ByteBuffer.allocate(WARMING_BYTES);
    long position = 0;
    for (int n = 0; n >= 0; position += n) {
      n = channel.read(thrownAway.clear(), position);
    }
  }

  @Override
  public long size() {
    return stamp().size();
  }

  @Override
  public long weight() {
    return WEIGHT_BYTES;
  }

  @Override
  public boolean mayAnswerUnchecked(HttpRequest request) {
    return request.header("Range") == null;
  }

  /** True for a file that is too long to be hashed: no hash will follow. */
  @Override
  public boolean isHashed() {
    return size() > maxGatheredBytes;
  }

  @Override
  public boolean isInMemory() {
    return false;
  }

  @Override
  public void release() {
    users.release();
  }

  @Override
  HttpResponse unchanged(boolean forGood) {
    return head(304, forGood);
  }

  @Override
  HttpResponse whole(boolean forGood) {
    return part(head(200, forGood), form().type(), new ByteRange(0, size()));
  }

  @Override
  HttpResponse part(HttpResponse head, String type, ByteRange range) {
    if (!users.retain()) {
      throw new IllegalStateException("response requested from a closed page");
    }
    return head.sharedFile(type, channel, range.first(), range.length(), users::release);
  }

  @Override
  boolean canGather(long bytes) {
    return bytes <= maxGatheredBytes;
  }

  @Override
  void copy(ByteRange range, ByteBuffer to) throws IOException {
    ByteBuffer part = to.slice(to.position(), (int) range.length());
    while (part.hasRemaining()) {
      if (channel.read(part, range.first() + part.position()) < 0) {
        throw new IOException("file truncated while it was read");
      }
    }
    to.position(to.position() + part.limit());
  }
}
