package haboob;

import java.io.IOException;
import java.nio.ByteBuffer;
import seda.fileio.FileOpened;
import seda.fileio.FileStamp;
import seda.kernel.Clock;
import seda.netio.http.HttpResponse;

/**
 * A representation that stays on disk, for one request. Its tag comes from the file's size, time
 * and identity and not from what is in it; so it is weak while the file is so young that it could
 * change and keep all of them. On the pool, for it may read.
 */
final class FileRepresentation extends Representation {
  private final FileOpened opened;
  private final int maxGatheredBytes;
  private boolean handedOver;

  FileRepresentation(
      Form form, Coding coding, FileOpened opened, int maxGatheredBytes, Clock clock) {
    super(form, coding, validators(opened, coding, clock));
    this.opened = opened;
    this.maxGatheredBytes = maxGatheredBytes;
  }

  private static Validators validators(FileOpened opened, Coding coding, Clock clock) {
    FileStamp stamp = opened.stamp();
    String etag = Validators.tag(stamp, stamp.isSettled(clock.instant()), coding);
    return Validators.of(etag, stamp.lastModified().toInstant(), clock);
  }

  /** True if the channel belongs to an answer now. */
  boolean isHandedOver() {
    return handedOver;
  }

  @Override
  long size() {
    return opened.stamp().size();
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
    handedOver = true;
    return head.file(type, opened.channel(), range.first(), range.length());
  }

  @Override
  boolean canGather(long bytes) {
    return bytes <= maxGatheredBytes;
  }

  @Override
  void copy(ByteRange range, ByteBuffer to) throws IOException {
    ByteBuffer part = to.slice(to.position(), (int) range.length());
    while (part.hasRemaining()) {
      if (opened.channel().read(part, range.first() + part.position()) < 0) {
        throw new IOException("a file became shorter while it was read");
      }
    }
    to.position(to.position() + part.limit());
  }
}
