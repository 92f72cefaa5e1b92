package arashi.ingest;

/**
 * Bounds of reading mail files.
 *
 * @param maxMailBytes larger mails are skipped and reported
 * @param maxDepth folders within folders that are walked
 */
public record SourceLimits(int maxMailBytes, int maxDepth) {
  /** 64 MiB a mail, which is above what mail servers accept. */
  public static final SourceLimits DEFAULT = new SourceLimits(64 << 20, 64);

  /** Refuses limits under which nothing could be read. */
  public SourceLimits {
    if (maxMailBytes <= 0 || maxDepth <= 0) {
      throw new IllegalArgumentException("limits of a source must be positive");
    }
  }
}
