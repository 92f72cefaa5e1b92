package arashi.store.index;

import java.time.Duration;

/**
 * Sizes and times of the search index.
 *
 * @param freshMails singly delivered mails that become a segment; until then, a search reads the
 *     terms of each
 * @param directMails minimum size of a batch that becomes a segment at once
 * @param fanOut segments of similar size that are folded into one
 * @param maxMails maximum mails per segment
 * @param deadShare share of deleted mails at which a segment is rewritten
 * @param blockBytes maximum bytes of a block of terms: eight fill a page of 16 KiB
 * @param blocksPerStep blocks written per step of a fold
 * @param deletedPerStep blocks of a replaced segment deleted per step
 * @param pause pause between steps, so that they hardly slow down requests
 * @param lease time without progress after which another node may resume a fold
 * @param round interval between scans of all accounts for leftover work
 * @param cacheBytes memory for ids of segments and for the lists of accounts' segments
 */
public record IndexLimits(
    int freshMails,
    int directMails,
    int fanOut,
    int maxMails,
    double deadShare,
    int blockBytes,
    int blocksPerStep,
    int deletedPerStep,
    Duration pause,
    Duration lease,
    Duration round,
    long cacheBytes) {

  /** 62 · 8 · 8 · 8 · 2 mails are just below the maximum segment. */
  public static final IndexLimits DEFAULT =
      new IndexLimits(
          62,
          32,
          8,
          64_000,
          0.25,
          1_800,
          64,
          500,
          Duration.ofMillis(20),
          Duration.ofMinutes(1),
          Duration.ofHours(1),
          8L << 20);

  private static final int LEAST_BLOCK = 200;

  /** Validates the values. */
  public IndexLimits {
    within("fresh-mails", freshMails, 1, 1_000);
    within("direct-mails", directMails, 1, 1_000);
    within("fan-out", fanOut, 2, 64);
    within("max-mails", maxMails, 1, Block.MAX_MAILS);
    within("block-bytes", blockBytes, LEAST_BLOCK, Block.MAX_DATA);
    within("blocks-per-step", blocksPerStep, 1, 1_000);
    within("deleted-per-step", deletedPerStep, 1, 10_000);
    if (!(deadShare > 0 && deadShare <= 1)) {
      throw refused("dead-share", deadShare, "above 0 and at most 1");
    }
    if (pause.isNegative()) {
      throw refused("pause", pause, "not negative");
    }
    atLeastOneSecond("lease", lease);
    atLeastOneSecond("round", round);
    if (cacheBytes < 0) {
      throw refused("cache", cacheBytes, "at least 0");
    }
  }

  private static void atLeastOneSecond(String key, Duration value) {
    if (value.compareTo(Duration.ofSeconds(1)) < 0) {
      throw refused(key, value, "at least 1 s");
    }
  }

  private static void within(String key, int value, int least, int most) {
    if (value < least || value > most) {
      throw refused(key, value, "from " + least + " to " + most);
    }
  }

  private static IllegalArgumentException refused(String key, Object value, String allowed) {
    return new IllegalArgumentException(
        "search-index." + key + " = " + value + ", must be " + allowed);
  }
}
