package arashi.store.index;

import java.time.Duration;

/**
 * Sizes and times of the search index.
 *
 * @param freshMails mails that are delivered singly and wait to become a segment; a search reads
 *     the terms of each
 * @param directMails a batch of at least this number of mails becomes a segment at once
 * @param fanOut segments of about one size that are folded into one
 * @param maxMails of a segment; larger ones are never written
 * @param deadShare a segment is written anew when this share of its mails is deleted
 * @param blockBytes of a block of terms: eight fill a page of 16 KiB
 * @param blocksPerStep blocks that one step of a fold writes
 * @param deletedPerStep blocks of a replaced segment that one step deletes
 * @param convertedPerStep mails that one step takes over from the index of older releases
 * @param pause between two steps, so that they take little from what people wait for
 * @param lease after this without progress, another node may go on with a fold
 * @param round between two looks at all accounts for work that was left
 * @param cacheBytes memory for ids of segments, and for which segments accounts have
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
    int convertedPerStep,
    Duration pause,
    Duration lease,
    Duration round,
    long cacheBytes) {

  /** 62 · 8 · 8 · 8 · 2 mails are just below the largest segment. */
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
          200,
          Duration.ofMillis(20),
          Duration.ofMinutes(1),
          Duration.ofHours(1),
          8L << 20);

  private static final int LEAST_BLOCK = 200;

  /** Checks the values. */
  public IndexLimits {
    within("fresh-mails", freshMails, 1, 1_000);
    within("direct-mails", directMails, 1, 1_000);
    within("fan-out", fanOut, 2, 64);
    within("max-mails", maxMails, 1, Block.MAX_MAILS);
    within("block-bytes", blockBytes, LEAST_BLOCK, Block.MAX_DATA);
    within("blocks-per-step", blocksPerStep, 1, 1_000);
    within("deleted-per-step", deletedPerStep, 1, 10_000);
    within("converted-per-step", convertedPerStep, 1, 1_000);
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
