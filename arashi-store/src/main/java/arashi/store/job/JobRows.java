package arashi.store.job;

import arashi.store.database.Sql;
import arashi.store.mail.Flag;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Rows of jobs, in the caller's transaction. */
final class JobRows {
  private static final String COLUMNS =
      "account, id, kind, folder, to_folder, set_flags, clear_flags, undoes, position, last_uid,"
          + " total, looked, changed, failures, state, created_at";

  private static final String SELECT = "SELECT " + COLUMNS + " FROM job WHERE ";

  private JobRows() {}

  private static Job job(ResultSet row) throws SQLException {
    long undoes = row.getLong(8);
    return new Job(
        row.getLong(1),
        row.getLong(2),
        work(row),
        undoes == 0 ? OptionalLong.empty() : OptionalLong.of(undoes),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11),
        row.getLong(12),
        row.getLong(13),
        row.getInt(14),
        JobState.ofColumn(row.getString(15)),
        Instant.ofEpochMilli(row.getLong(16)));
  }

  private static Work work(ResultSet row) throws SQLException {
    long folder = row.getLong(4);
    int set = row.getInt(6);
    return switch (row.getString(3)) {
      case "refile" -> new Work.Refile(folder, row.getLong(5));
      case "mark" -> new Work.Mark(folder, flag(set == 0 ? row.getInt(7) : set), set != 0);
      case "empty" -> new Work.Empty(folder);
      default -> throw new IllegalStateException("unknown kind of job: " + row.getString(3));
    };
  }

  private static Flag flag(int bits) {
    return Flag.ofBits(bits).iterator().next();
  }

  private static String kind(Work work) {
    return work instanceof Work.Refile ? "refile" : work instanceof Work.Mark ? "mark" : "empty";
  }

  static void insert(Connection c, Job job, Instant now) throws SQLException {
    Work work = job.work();
    int flag = work instanceof Work.Mark mark ? Flag.bits(Set.of(mark.flag())) : 0;
    boolean sets = work instanceof Work.Mark mark && mark.set();
    Sql.update(
        c,
        "INSERT INTO job (" + COLUMNS + ", updated_at) VALUES (" + "?, ".repeat(16) + "?)",
        job.account(),
        job.id(),
        kind(work),
        work.folder(),
        work instanceof Work.Refile refile ? refile.to() : 0,
        sets ? flag : 0,
        sets ? 0 : flag,
        job.undoes().isPresent() ? job.undoes().getAsLong() : null,
        job.position(),
        job.lastUid(),
        job.total(),
        job.looked(),
        job.changed(),
        job.failures(),
        job.state().column(),
        job.createdAt().toEpochMilli(),
        now.toEpochMilli());
  }

  static void update(Connection c, Job job, Instant now) throws SQLException {
    Sql.update(
        c,
        "UPDATE job SET position = ?, looked = ?, changed = ?, failures = ?, state = ?,"
            + " updated_at = ? WHERE account = ? AND id = ?",
        job.position(),
        job.looked(),
        job.changed(),
        job.failures(),
        job.state().column(),
        now.toEpochMilli(),
        job.account(),
        job.id());
  }

  static Optional<Job> get(Connection c, long account, long id) throws SQLException {
    return Sql.one(c, SELECT + "account = ? AND id = ?", JobRows::job, account, id);
  }

  static Optional<Job> locked(Connection c, long account, long id) throws SQLException {
    return Sql.one(c, SELECT + "account = ? AND id = ? FOR UPDATE", JobRows::job, account, id);
  }

  /** Locks and returns the running, unlocked job that has waited longest for a step. */
  static Optional<Job> due(Connection c) throws SQLException {
    return Sql.one(
        c,
        SELECT + "state = ? ORDER BY updated_at LIMIT 1 FOR UPDATE SKIP LOCKED",
        JobRows::job,
        JobState.RUNNING.column());
  }

  static List<Job> newest(Connection c, long account, int limit) throws SQLException {
    return Sql.list(
        c,
        SELECT + "account = ? ORDER BY created_at DESC, id LIMIT ?",
        JobRows::job,
        account,
        limit);
  }

  static long running(Connection c, long account) throws SQLException {
    return Sql.one(
            c,
            "SELECT COUNT(*) FROM job WHERE account = ? AND state = ?",
            row -> row.getLong(1),
            account,
            JobState.RUNNING.column())
        .orElse(0L);
  }

  static void addPart(Connection c, Job job, Collection<Long> uids) throws SQLException {
    Sql.update(
        c,
        "INSERT INTO job_part (account, job, part, uids)"
            + " SELECT ?, ?, COALESCE(MAX(part), 0) + 1, ? FROM job_part"
            + " WHERE account = ? AND job = ?",
        job.account(),
        job.id(),
        UidSet.encode(uids),
        job.account(),
        job.id());
  }

  /** Returns the uids of a part; empty if there is no such part. */
  static List<Long> part(Connection c, long account, long job, long part) throws SQLException {
    return Sql.one(
            c,
            "SELECT uids FROM job_part WHERE account = ? AND job = ? AND part = ?",
            row -> UidSet.decode(row.getString(1)),
            account,
            job,
            part)
        .orElse(List.of());
  }

  static void remove(Connection c, Job job) throws SQLException {
    Sql.update(c, "DELETE FROM job_part WHERE account = ? AND job = ?", job.account(), job.id());
    Sql.update(c, "DELETE FROM job WHERE account = ? AND id = ?", job.account(), job.id());
  }

  /** Locks and returns jobs in this state that last changed before a moment. */
  static List<Job> endedBefore(Connection c, JobState state, Instant moment, int limit)
      throws SQLException {
    return Sql.list(
        c,
        SELECT + "state = ? AND updated_at < ? ORDER BY updated_at LIMIT ? FOR UPDATE SKIP LOCKED",
        JobRows::job,
        state.column(),
        moment.toEpochMilli(),
        limit);
  }
}
