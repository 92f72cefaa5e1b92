package arashi.store.index;

import arashi.store.database.AccountRound;
import arashi.store.database.BackgroundLoop;
import arashi.store.database.OutageException;
import arashi.store.database.StoreException;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/**
 * Keeps the search index compact: builds segments from single mails, folds small segments into
 * larger ones, and drops deleted mails. Each step takes a few milliseconds and blocks on the
 * database. One thread at a time runs a step; all nodes may run steps concurrently.
 *
 * <pre>
 *   changed accounts ──────────────┐
 *                                  ├──► blocks to delete, abandoned folds, late terms, fresh mails,
 *   all accounts, once per round ──┘    folds, deleted mails
 * </pre>
 */
public final class IndexUpkeep {
  private static final Logger log = LoggerFactory.getLogger(IndexUpkeep.class);

  /** Name of the upkeep's stage. */
  public static final String NAME = "search-index";

  /** Share of the domain's time while other work waits, so that segments do not pile up. */
  private static final double GUARANTEED_SHARE = 0.05;

  private static final Duration IDLE = Duration.ofSeconds(2);
  private static final int ACCOUNTS = 100;

  private final Transactions transactions;
  private final SearchIndex index;
  private final IndexLimits limits;
  private final FoldPlan plan;
  private final LateTerms lateTerms;
  private final long owner;
  private final ReentrantLock atWork = new ReentrantLock(); // guards the following
  private long account;
  private Fold fold; // the current fold, or null
  private final AccountRound<Long> round;
  private long nextRound;
  private boolean isFirstRound = true;

  /** Creates the upkeep of one node. */
  public IndexUpkeep(Transactions transactions, SearchIndex index) {
    this.transactions = transactions;
    this.index = index;
    this.limits = index.limits();
    this.plan = new FoldPlan(limits);
    this.lateTerms = new LateTerms(transactions);
    this.owner = index.newOwner();
    this.round = AccountRound.ofIds(transactions, ACCOUNTS);
  }

  /**
   * Lets the upkeep compute the terms of mails that were stored without them. Without a reader,
   * another process has to. Call before the first step.
   *
   * @param reader computes a mail's terms from the output of the MIME layer; CPU-bound
   */
  public void completeBy(LateTerms.Reader reader) {
    lateTerms.readBy(reader);
  }

  /**
   * Runs all steps as background work on a domain, with the pause of the limits after each. Call
   * before the graph starts.
   */
  public void run(StageGraph graph, ThreadDomain domain) {
    run(graph, domain, limits.pause());
  }

  /**
   * Runs all steps with another pause. An import builds segments faster than paused steps fold
   * them, and each step costs more the more segments there are.
   */
  public void run(StageGraph graph, ThreadDomain domain, Duration pause) {
    new BackgroundLoop(NAME, GUARANTEED_SHARE, IDLE)
        .declare(graph, domain, () -> step() ? pause : IDLE);
  }

  /**
   * Runs one step; does nothing if another thread is running one.
   *
   * @return whether another step should follow soon
   * @throws OutageException if the database is unavailable; completed work stays
   */
  public boolean step() {
    if (!atWork.tryLock()) {
      return false;
    }
    try {
      return work();
    } catch (LeaseLostException e) {
      log.debug("search index of account {}: {}", account, e.getMessage());
      fold = null;
      return true;
    } catch (RuntimeException e) {
      fold = null; // its row tells how to resume
      if (e instanceof OutageException || !(e instanceof StoreException)) {
        throw e;
      }
      log.warn("a fold of the search index of account {} failed and will be retried", account, e);
      return true;
    } finally {
      atWork.unlock();
    }
  }

  private boolean work() {
    if (fold != null) {
      if (!fold.step()) {
        fold = null;
        index.changed(account);
      }
      return true;
    }
    Optional<Long> next = index.work().takeFirst();
    if (next.isPresent()) {
      account = next.get();
      if (workOn(account)) {
        index.changed(account);
      }
      return true;
    }
    return round();
  }

  private boolean workOn(long id) {
    List<SegmentRow> segments = transactions.read(tx -> new SegmentTable(tx, id).all());
    return deleteReplaced(segments)
        || resume(segments)
        || lateTerms.step(id, limits.freshMails())
        || foldFresh()
        || begin(plan.choose(segments))
        || foldDead(segments);
  }

  private boolean deleteReplaced(List<SegmentRow> segments) {
    List<Long> replaced =
        segments.stream()
            .filter(segment -> segment.state() == SegmentRow.State.REPLACED)
            .map(SegmentRow::segment)
            .toList();
    return !replaced.isEmpty() && transactions.write(tx -> deleteReplaced(tx, replaced));
  }

  /** Deletes one step's blocks in one transaction. Returns false if other nodes delete them all. */
  private boolean deleteReplaced(Tx tx, List<Long> replaced) {
    List<SegmentRow> free = new SegmentTable(tx, account).lockFree(replaced);
    int left = limits.deletedPerStep();
    for (SegmentRow segment : free) {
      int deleted = new SegmentTable(tx, account).deleteBlocks(segment.segment(), left);
      left -= deleted;
      if (left > 0) {
        left -= StaleMails.delete(tx, account, segment.segment(), left);
      }
      if (left == 0) {
        break; // this segment may have more blocks
      }
      new SegmentTable(tx, account).delete(segment.segment());
    }
    return !free.isEmpty();
  }

  private boolean resume(List<SegmentRow> segments) {
    for (SegmentRow segment : segments) {
      boolean isAbandoned = segment.lease().isFreeFor(owner, index.time().instant());
      if (segment.state() == SegmentRow.State.BUILDING && isAbandoned) {
        fold = Fold.resume(transactions, index, account, owner, segment);
        if (fold != null) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean foldFresh() {
    int mails = limits.freshMails();
    return transactions.read(tx -> FreshFold.isDue(tx, account, mails))
        && transactions.write(tx -> FreshFold.run(tx, account, index)) > 0;
  }

  private boolean begin(List<SegmentRow> segments) {
    if (!segments.isEmpty()) {
      fold = Fold.begin(transactions, index, account, owner, segments);
    }
    return fold != null;
  }

  private boolean foldDead(List<SegmentRow> segments) {
    boolean hasStale = segments.stream().anyMatch(segment -> segment.stale() > 0);
    if (!hasStale && !transactions.read(tx -> new SegmentTable(tx, account).hasDead())) {
      return false;
    }
    for (SegmentRow segment : segments) {
      if (segment.isFree() && transactions.read(tx -> hasManyDead(tx, segment))) {
        return begin(List.of(segment));
      }
    }
    return false;
  }

  /**
   * Returns whether a segment has many deleted or stale mails. The ids between its oldest and its
   * newest may belong to other segments, so deleted ids are looked up only when necessary.
   */
  private boolean hasManyDead(Tx tx, SegmentRow segment) {
    List<Long> dead = new SegmentTable(tx, account).dead(segment.oldest(), segment.newest());
    double many = Math.max(1, limits.deadShare() * segment.mails()) - segment.stale();
    if (many <= 0) {
      return true;
    }
    if (dead.size() < many) {
      return false;
    }
    long[] ids = new SegmentTable(tx, account).ids(segment.segment());
    return dead.stream().filter(id -> Ids.contains(ids, id)).count() >= many;
  }

  /**
   * Queues some accounts, to find work left by a process that ended. If this node itself was
   * restarted, its previous leases are still valid in the first round, so the second follows soon.
   */
  private boolean round() {
    long now = index.time().millis();
    if (now < nextRound) {
      return false;
    }
    List<Long> accounts = round.page();
    for (long id : accounts) {
      index.changed(id);
      round.pass(id);
    }
    if (!round.isUnderWay()) {
      long pause = limits.round().toMillis();
      nextRound = now + (isFirstRound ? Math.min(limits.lease().toMillis() + 1, pause) : pause);
      isFirstRound = false;
    }
    return !accounts.isEmpty();
  }
}
