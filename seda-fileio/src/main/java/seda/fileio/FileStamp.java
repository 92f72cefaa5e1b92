package seda.fileio;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/**
 * By what a change of a file is noticed without reading it: two equal stamps mean the same content,
 * if the stamp was {@linkplain #isSettled settled}.
 *
 * @param size in bytes
 * @param lastModified as the file system has it
 * @param fileKey identity of the file, like device and inode; null where there is none
 */
public record FileStamp(long size, FileTime lastModified, Object fileKey) {
  /** The coarsest time stamp in use: two seconds, of FAT and of zip. */
  private static final Duration GRANULARITY = Duration.ofSeconds(2);

  static FileStamp of(BasicFileAttributes attributes) {
    return new FileStamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
  }

  /**
   * False if the file was so young when it was read that a later change could have left the stamp
   * as it is. Then an equal stamp proves nothing, and the file should be read again.
   *
   * @param readAt a moment not after the reading began
   */
  public boolean isSettled(Instant readAt) {
    return lastModified.toInstant().plus(GRANULARITY).isBefore(readAt);
  }
}
