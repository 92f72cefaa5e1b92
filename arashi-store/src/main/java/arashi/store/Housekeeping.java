package arashi.store;

import arashi.store.account.Accounts.Upkeep;
import arashi.store.blob.Blobs;
import arashi.store.blob.Sha256;
import arashi.store.database.AccountRound;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Deletes expired and unreferenced data: unlinked blobs, expired sessions, deleted mail and
 * discarded drafts past their restore window, ended jobs past their undo window, the outcome of
 * sent mail, traces of old deliveries, and the oldest change-log rows. Each step blocks on the
 * database briefly. Use from one thread at a time; several nodes may run housekeeping concurrently.
 */
public final class Housekeeping {

  /** Maximum change-log rows deleted per step. */
  private static final int TRIM_BATCH = 1_000;

  /** Retention of the outcome of a sent mail. */
  private static final Duration SENT_KEPT = Duration.ofDays(30);

  private final Store store;
  private final InstantSource time;
  private final Limits limits;
  private Optional<Sha256> sweptTo = Optional.empty();
  private final AccountRound<Upkeep> round;

  // State of the current round. Each task runs to its end once per round, in a different number of
  // steps.
  private boolean blobsAreSwept;
  private boolean accountsAreKept;

  /** Suggested delay before the next step. */
  public enum Next {
    /** The current round has more to do. */
    SOON,
    /** The round is complete. */
    LATER
  }

  /**
   * Retention periods and batch sizes.
   *
   * @param grace retention of a blob after it was last stored
   * @param stepSize rows examined per step
   * @param changeLogRows change-log rows kept per account
   * @param once period in which a repeated delivery is detected
   * @param restorable period in which deleted mail and discarded drafts can be restored
   * @param jobs period in which an ended job can be undone
   */
  public record Limits(
      Duration grace,
      int stepSize,
      int changeLogRows,
      Duration once,
      Duration restorable,
      Duration jobs) {}

  /**
   * Creates housekeeping for one store.
   *
   * @param time time by which data is too old, such as {@link SteadyTime}
   */
  public Housekeeping(Store store, InstantSource time, Limits limits) {
    this.store = store;
    this.time = time;
    this.limits = limits;
    this.round =
        new AccountRound<>(store.people().accounts()::upkeep, Upkeep::id, limits.stepSize());
  }

  /** Runs one step. */
  public Next step() {
    int stepSize = limits.stepSize();
    Instant now = time.instant();
    int ended = store.people().sessions().deleteExpired(now, stepSize);
    int forgotten = store.mail().deliveries().forget(now.minus(limits.once()), stepSize);
    int gone = store.mail().expunged().end(now.minus(limits.restorable()), stepSize);
    int discarded = store.outgoing().drafts().end(now.minus(limits.restorable()), stepSize);
    int jobs = store.upkeep().jobs().forget(now.minus(limits.jobs()), stepSize);
    int done = store.outgoing().departures().end(now.minus(SENT_KEPT), stepSize);
    sweep(now);
    accountsAreKept = accountsAreKept || !keepAccounts();
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
          store.mail().blobs().sweep(now.minus(limits.grace()), sweptTo, limits.stepSize());
      sweptTo = swept.next();
      blobsAreSwept = sweptTo.isEmpty();
    }
  }

  /** Scans the next accounts up to the first that has work, and does one piece of it. */
  private boolean keepAccounts() {
    for (Upkeep account : round.page()) {
      if (keep(account)) {
        return true; // the next step resumes with this account
      }
      round.pass(account);
    }
    return round.isUnderWay();
  }

  /** Returns true if the account has more work. */
  private boolean keep(Upkeep account) {
    int rows = limits.changeLogRows();
    return account.modSeq() - account.changeFloor() > rows
        && store.mail().changes().trim(account.id(), rows, TRIM_BATCH);
  }
}
