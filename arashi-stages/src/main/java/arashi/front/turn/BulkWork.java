package arashi.front.turn;

import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.store.job.Job;
import arashi.store.job.JobLimits;
import arashi.store.job.Jobs;
import arashi.store.job.Work;
import arashi.web.MessageKey;

/**
 * Runs an operation on all mails of a folder as a job, whose first step is part of the request.
 * Runs on the mail-store pool; blocks on the database.
 */
public final class BulkWork {
  private final Jobs jobs;
  private final JobLimits limits;
  private final MessageKey goesOn;
  private final MessageKey tooMany;

  /** Starts jobs within {@code limits}. */
  public BulkWork(Pages pages, Jobs jobs, JobLimits limits) {
    this.jobs = jobs;
    this.limits = limits;
    this.goesOn = pages.done("job");
    this.tooMany = pages.done("too_many_jobs");
  }

  /** The jobs. */
  public Jobs jobs() {
    return jobs;
  }

  /**
   * Starts a job.
   *
   * @param done message of the outcome if the first step is the last
   * @throws arashi.store.mail.NoSuchFolderException if one of the folders doesn't exist
   */
  public Flash start(long account, Work work, MessageKey done) {
    return jobs.start(account, work, limits)
        .map(job -> flash(job, done))
        .orElseGet(() -> Flash.of(tooMany, 1));
  }

  /** Undoes a job; a second undo has no effect. */
  public Flash undo(long account, long job, MessageKey done) {
    return jobs.undo(account, job, limits)
        .map(undo -> flash(undo, done))
        .orElseGet(() -> Flash.of(done, 0));
  }

  private Flash flash(Job job, MessageKey done) {
    return job.isRunning() ? Flash.underWay(goesOn, job.id()) : Flash.ended(done, job);
  }
}
