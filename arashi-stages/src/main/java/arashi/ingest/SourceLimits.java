package arashi.ingest;

import com.typesafe.config.Config;
import seda.kernel.Limit;

/**
 * Limits of reading mail files.
 *
 * @param maxMailBytes larger mails are skipped and reported
 * @param maxDepth maximum nesting of folders
 * @param archives limits of unpacking
 */
public record SourceLimits(int maxMailBytes, int maxDepth, Archives archives) {
  /** 64 MiB per mail, more than mail servers accept. */
  public static final SourceLimits DEFAULT = new SourceLimits(64 << 20, 64);

  /**
   * Limits of one archive, as a defence against decompression bombs.
   *
   * @param files maximum number of files
   * @param bytes maximum unpacked bytes
   * @param ratio maximum ratio of unpacked to packed size, beyond 64 MiB
   */
  public record Archives(int files, long bytes, int ratio) {
    /** Far above the export of a large mailbox. */
    public static final Archives DEFAULT = new Archives(5_000_000, 256L << 30, 200);

    /** Rejects limits under which nothing could be read. */
    public Archives {
      Limit.atLeast("mail.import.archive-files", files, 1);
      Limit.atLeast("mail.import.archive-size", bytes, 1);
      Limit.atLeast("mail.import.archive-ratio", ratio, 1);
    }
  }

  /** Rejects limits under which nothing could be read. */
  public SourceLimits {
    Limit.atLeast("mail.max-mail-size", maxMailBytes, 1);
    Limit.atLeast("mail.import.depth", maxDepth, 1);
  }

  /** Creates limits with the default limits of archives. */
  public SourceLimits(int maxMailBytes, int maxDepth) {
    this(maxMailBytes, maxDepth, Archives.DEFAULT);
  }

  /** Reads {@code mail.max-mail-size} and {@code mail.import}. */
  public static SourceLimits of(Config config) {
    return new SourceLimits(
        (int) Math.min(Integer.MAX_VALUE - 64L, config.getBytes("mail.max-mail-size")),
        config.getInt("mail.import.depth"),
        new Archives(
            config.getInt("mail.import.archive-files"),
            config.getBytes("mail.import.archive-size"),
            config.getInt("mail.import.archive-ratio")));
  }
}
