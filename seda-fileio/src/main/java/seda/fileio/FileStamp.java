package seda.fileio;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/**
 * Detects changes of a file without reading it: equal stamps mean the same content, if the stamp
 * was {@linkplain #isSettled settled}.
 *
 * @param size size in bytes
 * @param lastModified modification time of the file system
 * @param fileKey identity of the file, like device and inode; null if unavailable
 */
public record FileStamp(long size, FileTime lastModified, Object fileKey) {
  /** The coarsest resolution of time stamps in use: two seconds, of FAT and zip. */
  private static final Duration GRANULARITY = Duration.ofSeconds(2);

  static FileStamp of(BasicFileAttributes attributes) {
    return new FileStamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
  }

  /**
   * False if the file was modified so shortly before the read that a later change could have the
   * same stamp. An equal stamp then proves nothing, and the file should be read again.
   *
   * @param readAt a time not after the start of the read
   */
  public boolean isSettled(Instant readAt) {
    return lastModified.toInstant().plus(GRANULARITY).isBefore(readAt);
  }
}
