package arashi.ingest;

import com.typesafe.config.Config;

/**
 * Bounds of reading mail files.
 *
 * @param maxMailBytes larger mails are skipped and reported
 * @param maxDepth folders within folders that are walked
 * @param archives bounds of unpacking
 */
public record SourceLimits(int maxMailBytes, int maxDepth, Archives archives) {
  /** 64 MiB a mail, which is above what mail servers accept. */
  public static final SourceLimits DEFAULT = new SourceLimits(64 << 20, 64);

  /**
   * Bounds of one archive, which may have been made to exhaust its reader.
   *
   * @param files that it may hold
   * @param bytes that it may unpack to
   * @param ratio of what it unpacks to and its own size, above 64 MiB
   */
  public record Archives(int files, long bytes, int ratio) {
    /** Much more than an export of a large mailbox has. */
    public static final Archives DEFAULT = new Archives(5_000_000, 256L << 30, 200);

    /** Refuses limits under which nothing could be read. */
    public Archives {
      require("archive-files", files);
      require("archive-size", bytes);
      require("archive-ratio", ratio);
    }
  }

  /** Refuses limits under which nothing could be read. */
  public SourceLimits {
    if (maxMailBytes <= 0) {
      throw new IllegalArgumentException("limits of a source must be positive");
    }
    require("depth", maxDepth);
  }

  /** Limits of mails and folders. */
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

  private static void require(String key, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "mail.import." + key + " = " + value + ", must be at least 1");
    }
  }
}
