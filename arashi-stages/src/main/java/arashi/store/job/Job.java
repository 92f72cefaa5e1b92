package arashi.store.job;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A job as it was after a step.
 *
 * @param work what it does
 * @param undoes the job that it takes back
 * @param position the next uid to look at; of a job that takes another back, its next part
 * @param lastUid the last mail that was there at the beginning; later ones are left alone
 * @param total mails at the beginning
 * @param looked mails that steps have looked at
 * @param changed mails that steps have changed
 * @param failures steps that failed
 */
public record Job(
    long account,
    long id,
    Work work,
    OptionalLong undoes,
    long position,
    long lastUid,
    long total,
    long looked,
    long changed,
    int failures,
    JobState state,
    Instant createdAt) {

  /** True if there may be more to do. */
  public boolean isRunning() {
    return state == JobState.RUNNING;
  }

  /** True if what it changed can be taken back. */
  public boolean isUndoable() {
    return !isRunning()
        && state != JobState.UNDONE
        && changed > 0
        && undoes.isEmpty()
        && !(work instanceof Work.Empty);
  }

  /** The same a step later. */
  Job after(long nextPosition, int lookedNow, int changedNow, JobState next) {
    return new Job(
        account,
        id,
        work,
        undoes,
        nextPosition,
        lastUid,
        total,
        looked + lookedNow,
        changed + changedNow,
        0,
        next,
        createdAt);
  }

  /** The same after steps that failed; it fails with them if they are too many. */
  Job failed(int steps, int most) {
    int sum = failures + steps;
    JobState next = sum < most ? JobState.RUNNING : JobState.FAILED;
    return new Job(
        account, id, work, undoes, position, lastUid, total, looked, changed, sum, next, createdAt);
  }

  /** The same in another state. */
  Job in(JobState next) {
    return after(position, 0, 0, next);
  }
}
