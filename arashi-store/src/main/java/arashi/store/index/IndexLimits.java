package arashi.store.index;

import java.time.Duration;
import seda.kernel.Limit;

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
    Limit.within("search-index.fresh-mails", freshMails, 1, 1_000);
    Limit.within("search-index.direct-mails", directMails, 1, 1_000);
    Limit.within("search-index.fan-out", fanOut, 2, 64);
    Limit.within("search-index.max-mails", maxMails, 1, Block.MAX_MAILS);
    Limit.within("search-index.block-bytes", blockBytes, LEAST_BLOCK, Block.MAX_DATA);
    Limit.within("search-index.blocks-per-step", blocksPerStep, 1, 1_000);
    Limit.within("search-index.deleted-per-step", deletedPerStep, 1, 10_000);
    Limit.share("search-index.dead-share", deadShare);
    Limit.notNegative("search-index.pause", pause);
    Limit.atLeast("search-index.lease", lease, Duration.ofSeconds(1));
    Limit.atLeast("search-index.round", round, Duration.ofSeconds(1));
    Limit.atLeast("search-index.cache", cacheBytes, 0);
  }
}
