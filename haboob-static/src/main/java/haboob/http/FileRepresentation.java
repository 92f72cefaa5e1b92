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
 * A representation that stays on disk, in a file that is kept open and is sent by the system. Its
 * tag comes from the file's size, time and identity and not from what is in it; so it is weak while
 * the file is so young that it could change and keep all of them.
 *
 * <p>A file that is changed where it lies, and not replaced, is sent as it is now until that is
 * noticed. So parts, which a client may put together with those of before, are sent only after a
 * look at the disk, on the pool.
 */
public final class FileRepresentation extends Representation {
  /** What an open file counts for in the budget of the cache, so that there can't be too many. */
  public static final int WEIGHT_BYTES = 32 << 10;

  private static final int WARMING_BYTES = 64 << 10;

  private final FileChannel channel;
  private final UseCount users;
  private final int maxGatheredBytes;

  /**
   * A representation with one user.
   *
   * @param opened closed with the last user
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

  /** Has the system read the file if it is not long, so that who sends it needn't. On the pool. */
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

  /** That of a file which is never read is not looked for. */
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
      throw new IllegalStateException("a page that is closed was asked for an answer");
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
        throw new IOException("a file became shorter while it was read");
      }
    }
    to.position(to.position() + part.limit());
  }
}
