package arashi.store;

import arashi.store.account.Accounts;
import arashi.store.account.Accounts.Upkeep;
import arashi.store.blob.Blobs;
import arashi.store.blob.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Removes what nothing refers to any more: raw mail that nothing links, sessions that have ended,
 * mail and drafts that can't be restored any longer, jobs that can't be undone any longer, what is
 * known of mail that was sent, traces of old deliveries, and the oldest rows of the log of changes.
 * Completes mail of earlier releases. Works in small steps, each of which blocks on the database
 * shortly; one thread at a time. Several nodes may do so at once.
 */
public final class Housekeeping {

  /** Most rows of the log of changes that a step deletes. */
  private static final int TRIM_BATCH = 1_000;

  /** For which is known what became of a mail that was sent. */
  private static final Duration SENT_KEPT = Duration.ofDays(30);

  /** Before the first account. */
  private static final long START = -1;

  private final Store store;
  private final InstantSource time;
  private final Limits limits;
  private Optional<Sha256> sweptTo = Optional.empty();
  private long keptTo = START;
  private OptionalLong incomplete = OptionalLong.empty();

  // of the round under way: each is looked at once, though they take different numbers of steps
  private boolean blobsAreSwept;
  private boolean accountsAreKept;

  /** When the next step should follow. */
  public enum Next {
    /** Mail of an earlier release is being completed, which should not take for ever. */
    AT_ONCE,
    /** The round goes on. */
    SOON,
    /** Everything has been looked at once. */
    LATER
  }

  /**
   * How much is kept, and done at once.
   *
   * @param grace for which raw mail stays after it was last stored
   * @param stepSize rows looked at in a step
   * @param backfillSize messages of earlier releases that a step completes
   * @param changeLogRows rows of the log that each account keeps
   * @param once for which a repeated delivery is noticed
   * @param restorable for which mail that was deleted for good, and drafts that were discarded, can
   *     be restored
   * @param jobs for which jobs that have ended can be undone
   */
  public record Limits(
      Duration grace,
      int stepSize,
      int backfillSize,
      int changeLogRows,
      Duration once,
      Duration restorable,
      Duration jobs) {}

  /** A broom for one store. */
  public Housekeeping(Store store, InstantSource time, Limits limits) {
    this.store = store;
    this.time = time;
    this.limits = limits;
  }

  /** One step. While it completes the mail of an account, it does nothing else. */
  public Next step() {
    if (incomplete.isPresent()) {
      boolean more = store.backfill().step(incomplete.getAsLong(), limits.backfillSize());
      incomplete = more ? incomplete : OptionalLong.empty();
      return more ? Next.AT_ONCE : Next.SOON;
    }
    int stepSize = limits.stepSize();
    Instant now = time.instant();
    int ended = store.sessions().deleteExpired(stepSize);
    int forgotten = store.deliveries().forget(now.minus(limits.once()), stepSize);
    int gone = store.expunged().end(now.minus(limits.restorable()), stepSize);
    int discarded = store.drafts().end(now.minus(limits.restorable()), stepSize);
    int jobs = store.jobs().forget(now.minus(limits.jobs()), stepSize);
    int done = store.departures().end(now.minus(SENT_KEPT), stepSize);
    sweep(now);
    boolean moreAccounts = !accountsAreKept && keepAccounts();
    if (incomplete.isPresent()) {
      return Next.AT_ONCE;
    }
    accountsAreKept = !moreAccounts;
    boolean moreRows =
        Stream.of(ended, forgotten, gone, discarded, jobs, done).anyMatch(rows -> rows == stepSize);
    if (moreRows || !blobsAreSwept || !accountsAreKept) {
      return Next.SOON;
    }
    blobsAreSwept = false;
    accountsAreKept = false;
    return Next.LATER;
  }

  private void sweep(Instant now) {
    if (!blobsAreSwept) {
      Blobs.Swept swept =
          store.blobs().sweep(now.minus(limits.grace()), sweptTo, limits.stepSize());
      sweptTo = swept.next();
      blobsAreSwept = sweptTo.isEmpty();
    }
  }

  /** Looks at the next accounts, up to one that has work, and does a piece of that. */
  private boolean keepAccounts() {
    List<Upkeep> accounts = store.accounts().upkeep(keptTo, limits.stepSize());
    for (Upkeep account : accounts) {
      if (keep(account)) {
        return true; // the next step goes on with this account
      }
      keptTo = account.id();
    }
    boolean more = accounts.size() == limits.stepSize();
    if (!more) {
      keptTo = START;
    }
    return more;
  }

  /** True if there is more to do. */
  private boolean keep(Upkeep account) {
    int rows = limits.changeLogRows();
    boolean trimmed =
        account.modSeq() - account.changeFloor() > rows
            && store.changes().trim(account.id(), rows, TRIM_BATCH);
    if (account.linkedTo() != Accounts.LINKED) {
      incomplete = OptionalLong.of(account.id());
    }
    return trimmed || incomplete.isPresent();
  }
}
