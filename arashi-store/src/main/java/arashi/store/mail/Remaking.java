package arashi.store.mail;

import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.index.SearchEntry;
import arashi.store.index.SearchIndex;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Re-parses mail that an older parser version has parsed: one account at a time, newest mail first.
 *
 * <pre>
 *   waiting ── claim ──► running ── write, once per batch ──► … ── write, nothing is left ──► done
 *      ▲                    │ the lease ends, or mark                  mark, or a newer parser │
 *      └────────────────────┴──────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>The account's row records the progress ({@code remade_from}), so that another process can
 * resume. It also records the owner, so that two nodes do not parse the same mail. Ids, uids, flags
 * and times of receipt are kept. Each public method blocks on the database, and is safe from any
 * thread.
 */
public final class Remaking {
  private static final long NEWEST = Long.MAX_VALUE;
  private static final long NOTHING_LEFT = 0;

  /** Accounts marked, and locked, per transaction. */
  private static final int MARKED_TOGETHER = 500;

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** Creates the remaking of a database. */
  public Remaking(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /**
   * A run over one account.
   *
   * @param owner random number of the process that owns the run
   * @param version parser version
   * @param all whether mails already parsed by this version are parsed again
   * @param from messages with this or a greater id are done
   */
  public record Run(long account, long owner, int version, boolean all, long from) {
    /** Returns the time of receipt of the last mails processed. */
    public Instant date() {
      return MessageIds.date(from);
    }
  }

  /**
   * A mail to parse again.
   *
   * @param message its id
   * @param sha256 key of its raw bytes
   * @param size bytes of its raw mail
   * @param keywords keywords that are also search terms
   */
  public record OldMail(long message, Sha256 sha256, long size, List<String> keywords) {
    /** Copies the list. */
    public OldMail {
      keywords = List.copyOf(keywords);
    }
  }

  /**
   * A page of an account's mails.
   *
   * @param mails mails to parse again, newest first
   * @param reached least message covered by this page; 0 if no more are left
   */
  public record Page(List<OldMail> mails, long reached) {
    /** Copies the list. */
    public Page {
      mails = List.copyOf(mails);
    }
  }

  /** A re-parsed mail with its message id. */
  public record Remade(long message, PreparedMail mail) {}

  /**
   * Remaining work.
   *
   * @param accounts number of accounts waiting or running
   * @param reached time of receipt of the last mails processed in the running account
   */
  public record Left(long accounts, Optional<Instant> reached) {}

  /**
   * Schedules all mail for parsing, regardless of its parser version. Running nodes start on it, or
   * else the next node that is started.
   *
   * @param account one account; empty for all
   * @return number of accounts
   */
  public int mark(OptionalLong account) {
    if (account.isPresent()) {
      return mark(account.getAsLong(), account.getAsLong());
    }
    int marked = 0;
    for (List<Long> ids = idsAfter(-1); !ids.isEmpty(); ids = idsAfter(ids.get(ids.size() - 1))) {
      marked += mark(ids.get(0), ids.get(ids.size() - 1));
    }
    return marked;
  }

  private List<Long> idsAfter(long account) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT id FROM account WHERE id > ? ORDER BY id LIMIT ?",
                row -> row.getLong(1),
                account,
                MARKED_TOGETHER));
  }

  private int mark(long from, long to) {
    return transactions.write(
        c ->
            Sql.update(
                c,
                "UPDATE account SET made_by = 0, remade_from = ?, remake_all = TRUE, remake_owner ="
                    + " 0, remake_until = 0 WHERE id BETWEEN ? AND ?",
                NEWEST,
                from,
                to));
  }

  /** Returns the remaining work for a parser version, of one account or of all if empty. */
  public Left left(OptionalLong account, int version) {
    String left = "SELECT COUNT(*), MIN(remade_from) FROM account WHERE made_by < ?";
    return transactions
        .read(
            c ->
                account.isPresent()
                    ? Sql.one(c, left + " AND id = ?", Remaking::left, version, account.getAsLong())
                    : Sql.one(c, left, Remaking::left, version))
        .orElseThrow();
  }

  private static Left left(ResultSet row) throws SQLException {
    long from = row.getLong(2);
    return new Left(
        row.getLong(1),
        from == NEWEST || row.wasNull() ? Optional.empty() : Optional.of(MessageIds.date(from)));
  }

  /** Returns whether an account has mail of an older parser version; answered by an index. */
  public boolean isAnyOld(int version) {
    return transactions
        .read(
            c ->
                Sql.one(
                    c,
                    "SELECT 1 FROM account WHERE made_by < ? LIMIT 1",
                    row -> row.getInt(1),
                    version))
        .isPresent();
  }

  /**
   * Returns the next account, after an id (-1 for the first), with mail of an older parser version.
   */
  public Optional<Long> next(long after, int version) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT id FROM account WHERE id > ? AND made_by < ? ORDER BY id LIMIT 1",
                row -> row.getLong(1),
                after,
                version));
  }

  private record State(int madeBy, long from, boolean all, long owner, long until) {
    static State of(ResultSet row) throws SQLException {
      return new State(
          row.getInt(1), row.getLong(2), row.getBoolean(3), row.getLong(4), row.getLong(5));
    }
  }

  private static Optional<State> lock(Connection c, long account) throws SQLException {
    return Sql.one(
        c,
        "SELECT made_by, remade_from, remake_all, remake_owner, remake_until FROM"
            + " account WHERE id = ? FOR UPDATE",
        State::of,
        account);
  }

  /**
   * Starts or resumes an account.
   *
   * @param owner random number of the process
   * @param lease time without a {@link #write} after which another process may take over
   * @return empty if another process owns the account, or all is done
   */
  public Optional<Run> claim(long account, int version, long owner, Duration lease) {
    long now = time.millis();
    return transactions.write(
        c -> {
          Optional<State> state =
              lock(c, account)
                  .filter(seen -> seen.madeBy() < version)
                  .filter(seen -> seen.owner() == owner || seen.until() < now);
          if (state.isEmpty()) {
            return Optional.empty();
          }
          Sql.update(
              c,
              "UPDATE account SET remake_owner = ?, remake_until = ? WHERE id = ?",
              owner,
              now + lease.toMillis(),
              account);
          return Optional.of(
              new Run(account, owner, version, state.get().all(), state.get().from()));
        });
  }

  private record Seen(long message, Sha256 sha256, long size, int parser) {
    static Seen of(ResultSet row) throws SQLException {
      return new Seen(
          row.getLong(1), Sha256.ofDigest(row.getBytes(2)), row.getLong(3), row.getInt(4));
    }
  }

  /**
   * Returns the next mails of a run.
   *
   * @param limit maximum mails examined
   */
  public Page page(Run run, int limit) {
    List<Seen> seen =
        transactions.read(
            c ->
                Sql.list(
                    c,
                    "SELECT message, sha256, size, parser FROM message WHERE account = ? AND"
                        + " message < ? ORDER BY message DESC LIMIT ?",
                    Seen::of,
                    run.account(),
                    run.from(),
                    limit));
    List<Seen> old =
        seen.stream().filter(one -> run.all() || one.parser() < run.version()).toList();
    Map<Long, List<String>> keywords =
        transactions.read(
            c -> Keywords.of(c, run.account(), old.stream().map(Seen::message).toList()));
    return new Page(
        old.stream()
            .map(
                one ->
                    new OldMail(
                        one.message(),
                        one.sha256(),
                        one.size(),
                        keywords.getOrDefault(one.message(), List.of())))
            .toList(),
        seen.size() < limit ? NOTHING_LEFT : seen.get(limit - 1).message());
  }

  /**
   * Writes re-parsed mails and the progress of the run in one transaction, which delays other
   * changes of the account. Skips mails that no longer exist.
   *
   * @param reached mails with this or a greater id are done; 0 if all are
   * @param lease as in {@link #claim}
   * @return the continued run; empty if it is done, or owned by another process
   */
  public Optional<Run> write(Run run, List<Remade> mails, long reached, Duration lease) {
    Instant now = time.instant();
    boolean isWritten = transactions.write(c -> write(c, run, mails, reached, lease, now));
    if (isWritten) {
      index.changed(run.account());
    }
    return isWritten && reached != NOTHING_LEFT
        ? Optional.of(new Run(run.account(), run.owner(), run.version(), run.all(), reached))
        : Optional.empty();
  }

  /**
   * Replaces the terms of a mail that cannot be parsed again, in a transaction of its own. Does
   * nothing if the mail no longer exists, or another process owns the run.
   */
  public void reindex(Run run, SearchEntry mail) {
    boolean isWritten = transactions.write(c -> reindex(c, run, mail));
    if (isWritten) {
      index.changed(run.account());
    }
  }

  private boolean reindex(Connection c, Run run, SearchEntry mail) throws SQLException {
    boolean isThere =
        isOwn(c, run)
            && Sql.one(
                    c,
                    "SELECT 1 FROM item WHERE account = ? AND message = ? LIMIT 1",
                    row -> row.getInt(1),
                    run.account(),
                    mail.message())
                .isPresent();
    if (isThere) {
      index.replace(c, run.account(), List.of(mail));
      // a concurrent search may have read the old terms
      Sql.update(c, "UPDATE account SET modseq = modseq + 1 WHERE id = ?", run.account());
    }
    return isThere;
  }

  /** Locks the account; false if another process has gone on with it. */
  private static boolean isOwn(Connection c, Run run) throws SQLException {
    return lock(c, run.account())
        .filter(state -> state.owner() == run.owner() && state.from() == run.from())
        .filter(state -> state.all() == run.all())
        .isPresent();
  }

  private boolean write(
      Connection c, Run run, List<Remade> mails, long reached, Duration lease, Instant now)
      throws SQLException {
    if (!isOwn(c, run)) {
      return false;
    }
    new RemadeBatch(c, index, run).write(mails, now);
    if (reached == NOTHING_LEFT) {
      Sql.update(
          c,
          "UPDATE account SET made_by = ?, remade_from = ?, remake_all = FALSE, remake_owner = 0,"
              + " remake_until = 0 WHERE id = ?",
          run.version(),
          NEWEST,
          run.account());
    } else {
      Sql.update(
          c,
          "UPDATE account SET remade_from = ?, remake_until = ? WHERE id = ?",
          reached,
          now.plus(lease).toEpochMilli(),
          run.account());
    }
    return true;
  }
}
