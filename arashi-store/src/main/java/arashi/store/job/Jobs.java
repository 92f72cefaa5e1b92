package arashi.store.job;

import arashi.store.database.OutageException;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.mail.AccountTx;
import arashi.store.mail.Flag;
import arashi.store.mail.Folder;
import arashi.store.mail.MailTransactions;
import arashi.store.mail.NoSuchFolderException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Long-running work on the mails of a folder. Each public method blocks on the database, and is
 * safe from any thread; several nodes may process the jobs of one database.
 *
 * <p>Jobs take turns, step by step, so that a job of 100,000 mails does not delay one of 1,000.
 */
public final class Jobs {
  private static final Logger log = LoggerFactory.getLogger(Jobs.class);

  /** Maximum ended jobs kept per account. */
  public static final int MOST_KEPT = 50;

  /** Consecutive failed steps after which a job fails. */
  private static final int MOST_FAILURES = 5;

  private static final List<JobState> ENDED =
      List.of(JobState.DONE, JobState.CANCELLED, JobState.FAILED, JobState.UNDONE);

  private final MailTransactions mail;
  private final Transactions transactions;
  private final Random random;

  /** Creates the jobs of a database. */
  public Jobs(MailTransactions mail, Random random) {
    this.mail = mail;
    this.transactions = mail.plain();
    this.random = random;
  }

  /**
   * Starts a job and runs its first step, so that a small folder is finished at once.
   *
   * @return empty if the account has reached its limit of running jobs
   * @throws NoSuchFolderException if one of the folders doesn't exist
   */
  public Optional<Job> start(long account, Work work, JobLimits limits) {
    return mail.write(
        tx -> {
          AccountTx locked = tx.account(account).lock();
          if (JobRows.running(tx, account) >= limits.ofAccount()) {
            return Optional.empty();
          }
          Folder folder = locked.folder(work.folder());
          long mails = work instanceof Work.Empty ? locked.mailsWithin(folder) : folder.total();
          Job job = job(account, work, OptionalLong.empty(), folder.uidNext() - 1, mails, tx.now());
          forgetOldest(tx, account);
          JobRows.insert(tx, job);
          return Optional.of(step(tx, locked, job, limits));
        });
  }

  /**
   * Deletes the oldest ended jobs if the account is full. A job that a running undo needs stays.
   */
  private static void forgetOldest(Tx tx, long account) {
    List<Job> all = JobRows.newest(tx, account, Integer.MAX_VALUE);
    Set<Long> needed = new HashSet<>();
    for (Job job : all) {
      if (job.isRunning()) {
        needed.add(job.id());
        job.undoes().ifPresent(needed::add);
      }
    }
    for (Job old : all.subList(Math.min(MOST_KEPT - 1, all.size()), all.size())) {
      if (!needed.contains(old.id())) {
        JobRows.remove(tx, old);
      }
    }
  }

  private Job job(
      long account, Work work, OptionalLong undoes, long lastUid, long total, Instant now) {
    long id = random.nextLong(1, Long.MAX_VALUE);
    return new Job(account, id, work, undoes, 1, lastUid, total, 0, 0, 0, JobState.RUNNING, now);
  }

  /**
   * Undoes the changes of a job, for mails that are still where it left them. Runs the first step
   * at once.
   *
   * @return empty if the job can't be undone, or the account has reached its limit of running jobs
   */
  public Optional<Job> undo(long account, long id, JobLimits limits) {
    return mail.write(
        tx -> {
          Optional<Job> done = JobRows.locked(tx, account, id).filter(Job::isUndoable);
          if (done.isEmpty()) {
            return Optional.empty();
          }
          AccountTx locked = tx.account(account).lock();
          if (JobRows.running(tx, account) >= limits.ofAccount()) {
            return Optional.empty();
          }
          Job old = done.get();
          Job job =
              job(account, inverse(old.work()), OptionalLong.of(id), 0, old.changed(), tx.now());
          JobRows.update(tx, old.in(JobState.UNDONE));
          JobRows.insert(tx, job);
          return Optional.of(step(tx, locked, job, limits));
        });
  }

  private static Work inverse(Work work) {
    if (work instanceof Work.Refile refile) {
      return new Work.Refile(refile.to(), refile.folder());
    }
    if (work instanceof Work.Mark mark) {
      return new Work.Mark(mark.folder(), mark.flag(), !mark.set());
    }
    throw new IllegalArgumentException("this work can't be undone: " + work);
  }

  /** Stops a job after its current step; its changes stay. */
  public void cancel(long account, long id) {
    transactions.write(
        tx -> {
          Optional<Job> running = JobRows.locked(tx, account, id).filter(Job::isRunning);
          if (running.isPresent()) {
            JobRows.update(tx, running.get().in(JobState.CANCELLED));
          }
          return running;
        });
  }

  /** Returns a job of the account. */
  public Optional<Job> get(long account, long id) {
    return transactions.read(tx -> JobRows.get(tx, account, id));
  }

  /** Returns the newest jobs of an account, including ended ones. */
  public List<Job> newest(long account) {
    return transactions.read(tx -> JobRows.newest(tx, account, MOST_KEPT));
  }

  /**
   * Runs one step of the job that has waited longest.
   *
   * @return false if no job is waiting
   */
  public boolean step(JobLimits limits) {
    AtomicReference<Job> tried = new AtomicReference<>();
    try {
      Optional<Job> after =
          mail.write(
              tx -> {
                Optional<Job> due = JobRows.due(tx);
                if (due.isEmpty()) {
                  return due;
                }
                Job job = due.get();
                tried.set(job);
                return Optional.of(step(tx, tx.account(job.account()).lock(), job, limits));
              });
      return after.isPresent();
    } catch (OutageException e) {
      throw e;
    } catch (NoSuchFolderException e) {
      failed(tried.get(), MOST_FAILURES, e);
    } catch (RuntimeException e) { // any failure, so that other jobs get their turns
      failed(tried.get(), 1, e);
    }
    return true;
  }

  /**
   * Counts failures; the job gets its next turn after the others, unless it has failed too often.
   */
  private void failed(Job tried, int failures, RuntimeException cause) {
    if (tried == null) {
      throw cause;
    }
    log.warn("job={} account={} failed: {}", tried.id(), tried.account(), cause.toString());
    transactions.write(
        tx -> {
          Optional<Job> job =
              JobRows.locked(tx, tried.account(), tried.id()).filter(Job::isRunning);
          if (job.isPresent()) {
            JobRows.update(tx, job.get().failed(failures, MOST_FAILURES));
          }
          return job;
        });
  }

  /**
   * Runs one step under the locks of the job and the account.
   *
   * @return the job after the step
   */
  private static Job step(Tx tx, AccountTx account, Job job, JobLimits limits) {
    Job after =
        job.undoes().isPresent()
            ? undoStep(tx, account, job)
            : job.work() instanceof Work.Empty
                ? emptyStep(account, job, limits.step())
                : folderStep(tx, account, job, limits.step());
    JobRows.update(tx, after);
    return after;
  }

  private static Job folderStep(Tx tx, AccountTx account, Job job, int most) {
    List<Long> uids = account.uids(job.work().folder(), job.position(), job.lastUid(), most);
    if (uids.isEmpty()) {
      return job.in(JobState.DONE);
    }
    Collection<Long> changed = change(account, job.work(), uids);
    if (!changed.isEmpty()) {
      JobRows.addPart(tx, job, changed);
    }
    return job.after(
        uids.get(uids.size() - 1) + 1, uids.size(), changed.size(), next(job, uids.size(), most));
  }

  /** The number of mails covered never grows, because uids are never reused. */
  private static JobState next(Job job, int looked, int most) {
    boolean isLast = looked < most || job.looked() + looked >= job.total();
    return isLast ? JobState.DONE : JobState.RUNNING;
  }

  /** Changes mails and returns the current uids of those changed. */
  private static Collection<Long> change(AccountTx account, Work work, List<Long> uids) {
    if (work instanceof Work.Refile refile) {
      return account.refile(refile.folder(), uids, refile.to()).values();
    }
    Work.Mark mark = (Work.Mark) work;
    Set<Flag> flag = Set.of(mark.flag());
    return mark.set()
        ? account.flag(mark.folder(), uids, flag, Set.of())
        : account.flag(mark.folder(), uids, Set.of(), flag);
  }

  private static Job undoStep(Tx tx, AccountTx account, Job job) {
    List<Long> uids = JobRows.part(tx, job.account(), job.undoes().getAsLong(), job.position());
    if (uids.isEmpty()) {
      return job.in(JobState.DONE);
    }
    int changed = change(account, job.work(), uids).size();
    boolean isLast = job.looked() + uids.size() >= job.total();
    return job.after(
        job.position() + 1, uids.size(), changed, isLast ? JobState.DONE : JobState.RUNNING);
  }

  /** Deletes the folder's own mails, then those of its subfolders, which are removed when empty. */
  private static Job emptyStep(AccountTx account, Job job, int most) {
    long folder = job.work().folder();
    List<Long> own = account.uids(folder, job.position(), job.lastUid(), most);
    if (!own.isEmpty()) {
      account.expunge(folder, own);
      return job.after(own.get(own.size() - 1) + 1, own.size(), own.size(), JobState.RUNNING);
    }
    Optional<Folder> within = account.innermost(folder);
    if (within.isEmpty()) {
      return job.in(JobState.DONE);
    }
    long inner = within.get().id();
    List<Long> uids = account.uids(inner, 1, Long.MAX_VALUE, most);
    if (uids.isEmpty()) {
      account.removeFolder(inner);
    } else {
      account.expunge(inner, uids);
    }
    return job.after(job.position(), uids.size(), uids.size(), JobState.RUNNING);
  }

  /**
   * Deletes jobs that ended before a moment, which can't be undone afterwards.
   *
   * @param limit maximum jobs per end state
   * @return largest number deleted of one end state
   */
  public int forget(Instant moment, int limit) {
    int most = 0;
    for (JobState state : ENDED) {
      most =
          Math.max(
              most,
              transactions.write(
                  tx -> {
                    List<Job> ended = JobRows.endedBefore(tx, state, moment, limit);
                    for (Job job : ended) {
                      JobRows.remove(tx, job);
                    }
                    return ended.size();
                  }));
    }
    return most;
  }
}
