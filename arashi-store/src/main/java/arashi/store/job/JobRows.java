package arashi.store.job;

import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import arashi.store.mail.Flag;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rows of jobs, in the caller's transaction. */
final class JobRows {
  private static final String SELECT =
      """
      SELECT account, id, kind, folder, to_folder, set_flags, clear_flags, undoes, position,
        last_uid, total, looked, changed, failures, state, created_at
      FROM job WHERE\s""";

  private static final String BY_ID = SELECT + "account = ? AND id = ?";
  private static final String LOCK = BY_ID + " FOR UPDATE";
  private static final String DUE =
      SELECT + "state = ? ORDER BY updated_at LIMIT 1 FOR UPDATE SKIP LOCKED";
  private static final String NEWEST = SELECT + "account = ? ORDER BY created_at DESC, id LIMIT ?";
  private static final String ENDED =
      SELECT + "state = ? AND updated_at < ? ORDER BY updated_at LIMIT ? FOR UPDATE SKIP LOCKED";

  private JobRows() {}

  private static Job job(ResultRow row) {
    return new Job(
        row.getLong("account"),
        row.getLong("id"),
        work(row),
        row.getOptionalLong("undoes"),
        row.getLong("position"),
        row.getLong("last_uid"),
        row.getLong("total"),
        row.getLong("looked"),
        row.getLong("changed"),
        row.getInt("failures"),
        JobState.ofColumn(row.getString("state")),
        row.getInstant("created_at"));
  }

  private static Work work(ResultRow row) {
    long folder = row.getLong("folder");
    int set = row.getInt("set_flags");
    return switch (row.getString("kind")) {
      case "refile" -> new Work.Refile(folder, row.getLong("to_folder"));
      case "mark" ->
          new Work.Mark(folder, flag(set == 0 ? row.getInt("clear_flags") : set), set != 0);
      case "empty" -> new Work.Empty(folder);
      default -> throw new IllegalStateException("unknown kind of job: " + row.getString("kind"));
    };
  }

  private static Flag flag(int bits) {
    return Flag.ofBits(bits).iterator().next();
  }

  private static String kind(Work work) {
    return work instanceof Work.Refile ? "refile" : work instanceof Work.Mark ? "mark" : "empty";
  }

  static void insert(Tx tx, Job job) {
    Work work = job.work();
    int flag = work instanceof Work.Mark mark ? Flag.bits(Set.of(mark.flag())) : 0;
    boolean sets = work instanceof Work.Mark mark && mark.set();
    tx.update(
        """
        INSERT INTO job (account, id, kind, folder, to_folder, set_flags, clear_flags, undoes,
          position, last_uid, total, looked, changed, failures, state, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        job.account(),
        job.id(),
        kind(work),
        work.folder(),
        work instanceof Work.Refile refile ? refile.to() : 0,
        sets ? flag : 0,
        sets ? 0 : flag,
        job.undoes(),
        job.position(),
        job.lastUid(),
        job.total(),
        job.looked(),
        job.changed(),
        job.failures(),
        job.state().column(),
        job.createdAt(),
        tx.now());
  }

  static void update(Tx tx, Job job) {
    tx.update(
        """
        UPDATE job
        SET position = ?, looked = ?, changed = ?, failures = ?, state = ?, updated_at = ?
        WHERE account = ? AND id = ?
        """,
        job.position(),
        job.looked(),
        job.changed(),
        job.failures(),
        job.state().column(),
        tx.now(),
        job.account(),
        job.id());
  }

  static Optional<Job> get(Tx tx, long account, long id) {
    return tx.one(BY_ID, JobRows::job, account, id);
  }

  static Optional<Job> locked(Tx tx, long account, long id) {
    return tx.one(LOCK, JobRows::job, account, id);
  }

  /** Locks and returns the running, unlocked job that has waited longest for a step. */
  static Optional<Job> due(Tx tx) {
    return tx.one(DUE, JobRows::job, JobState.RUNNING.column());
  }

  static List<Job> newest(Tx tx, long account, int limit) {
    return tx.list(NEWEST, JobRows::job, account, limit);
  }

  static long running(Tx tx, long account) {
    return tx.count(
        "SELECT COUNT(*) FROM job WHERE account = ? AND state = ?",
        account,
        JobState.RUNNING.column());
  }

  static void addPart(Tx tx, Job job, Collection<Long> uids) {
    tx.update(
        """
        INSERT INTO job_part (account, job, part, uids)
        SELECT ?, ?, COALESCE(MAX(part), 0) + 1, ? FROM job_part
        WHERE account = ? AND job = ?
        """,
        job.account(),
        job.id(),
        UidSet.encode(uids),
        job.account(),
        job.id());
  }

  /** Returns the uids of a part; empty if there is no such part. */
  static List<Long> part(Tx tx, long account, long job, long part) {
    return tx.one(
            "SELECT uids FROM job_part WHERE account = ? AND job = ? AND part = ?",
            row -> UidSet.decode(row.getString("uids")),
            account,
            job,
            part)
        .orElse(List.of());
  }

  static void remove(Tx tx, Job job) {
    tx.update("DELETE FROM job_part WHERE account = ? AND job = ?", job.account(), job.id());
    tx.update("DELETE FROM job WHERE account = ? AND id = ?", job.account(), job.id());
  }

  /** Locks and returns jobs in this state that last changed before a moment. */
  static List<Job> endedBefore(Tx tx, JobState state, Instant moment, int limit) {
    return tx.list(ENDED, JobRows::job, state.column(), moment, limit);
  }
}
