package arashi.store.job;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * The state of a job after a step.
 *
 * @param work what it does
 * @param undoes the job that it undoes
 * @param position next uid to process; of an undo, its next part
 * @param lastUid last mail at the start; the job ignores later mails
 * @param total number of mails at the start
 * @param looked number of mails processed
 * @param changed number of mails changed
 * @param failures number of consecutive failed steps
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

  /** Returns true if more work may be left. */
  public boolean isRunning() {
    return state == JobState.RUNNING;
  }

  /** Returns true if its changes can be undone. */
  public boolean isUndoable() {
    return !isRunning()
        && state != JobState.UNDONE
        && changed > 0
        && undoes.isEmpty()
        && !(work instanceof Work.Empty);
  }

  /** Returns the job after a successful step. */
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

  /** Returns the job after failed steps; the job fails if there are too many. */
  Job failed(int steps, int most) {
    int sum = failures + steps;
    JobState next = sum < most ? JobState.RUNNING : JobState.FAILED;
    return new Job(
        account, id, work, undoes, position, lastUid, total, looked, changed, sum, next, createdAt);
  }

  /** Returns the job in another state. */
  Job in(JobState next) {
    return after(position, 0, 0, next);
  }
}
