package arashi.store.mail;

import arashi.store.account.Accounts;
import arashi.store.blob.Sha256;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
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
 * Mail that an older parser has read, and that is read anew: an account at a time, the newest mail
 * first.
 *
 * <pre>
 *   waiting ── claim ──► under way ── write, a batch each ──► … ── write, nothing is left ──► done
 *      ▲                     │ the lease ends, or mark             mark, or a newer parser │
 *      └─────────────────────┴────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>The account's row says how far it has come ({@code remade_from}), so a process that is killed
 * is followed by one that goes on; and who is at it, so that two nodes do not read the same mail.
 * Ids, uids, flags and dates of receipt stay. Each public method blocks on the database, and is
 * safe from any thread.
 */
public final class Remaking {
  private static final long NEWEST = Long.MAX_VALUE;
  private static final long NOTHING_LEFT = 0;

  /** Accounts that one transaction marks, and locks. */
  private static final int MARKED_TOGETHER = 500;

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;

  /** The remaking of the mail in a database. */
  public Remaking(Transactions transactions, SearchIndex index, InstantSource time) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
  }

  /**
   * An account under way.
   *
   * @param owner a random number of the process that is at it
   * @param version of the parser by which its mails are read
   * @param all true if mails that this version has read are read anew, too
   * @param from messages from this id on are done
   */
  public record Run(long account, long owner, int version, boolean all, long from) {
    /** When the mails were received that were read last. */
    public Instant date() {
      return MessageIds.date(from);
    }
  }

  /**
   * A mail that is to be read anew.
   *
   * @param message its id
   * @param sha256 of its raw bytes
   * @param size of them
   * @param keywords by which it is found, too
   */
  public record OldMail(long message, Sha256 sha256, long size, List<String> keywords) {
    /** Copies the list. */
    public OldMail {
      keywords = List.copyOf(keywords);
    }
  }

  /**
   * Some mails of an account.
   *
   * @param mails that are to be read anew, the newest first
   * @param reached all others from this message on need not be; 0 if no more are left
   */
  public record Page(List<OldMail> mails, long reached) {
    /** Copies the list. */
    public Page {
      mails = List.copyOf(mails);
    }
  }

  /** A mail that was read anew: the message that it is, and what was made of it. */
  public record Remade(long message, PreparedMail mail) {}

  /**
   * What is left.
   *
   * @param accounts that wait or are under way
   * @param reached of the one that is under way, the date of the mails that were read last
   */
  public record Left(long accounts, Optional<Instant> reached) {}

  /**
   * Has all mail read anew, whatever parser read it. Running nodes do so, or the next that starts.
   *
   * @param account one account; empty: all
   * @return the number of accounts
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

  /** What is left to be read by a version of the parser; of one account or, if empty, of all. */
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

  /** Whether any account has mail that an older version has read; an index answers. */
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

  /** The next account after an id (-1: none) with mail that an older version has read. */
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

  private record State(int madeBy, long from, boolean all, long owner, long until, long linkedTo) {
    static State of(ResultSet row) throws SQLException {
      return new State(
          row.getInt(1),
          row.getLong(2),
          row.getBoolean(3),
          row.getLong(4),
          row.getLong(5),
          row.getLong(6));
    }
  }

  private static Optional<State> lock(Connection c, long account) throws SQLException {
    return Sql.one(
        c,
        "SELECT made_by, remade_from, remake_all, remake_owner, remake_until, linked_to FROM"
            + " account WHERE id = ? FOR UPDATE",
        State::of,
        account);
  }

  /**
   * Begins with an account or goes on with it.
   *
   * @param owner a random number of the process
   * @param lease after this without a {@link #write}, another process may go on
   * @return empty if another process is at it, all is done, or what an earlier release left is to
   *     be completed first
   */
  public Optional<Run> claim(long account, int version, long owner, Duration lease) {
    long now = time.millis();
    return transactions.write(
        c -> {
          Optional<State> state =
              lock(c, account)
                  .filter(seen -> seen.madeBy() < version && seen.linkedTo() == Accounts.LINKED)
                  .filter(seen -> seen.owner() == owner || seen.until() < now);
          if (state.isEmpty() || !index.isConverted(c, account)) {
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
   * The next mails of a run.
   *
   * @param limit most mails that are looked at
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
   * Writes what was made of mails, and how far the run has come: one transaction, in which the
   * account's other changes wait. Mails that are gone meanwhile are passed over.
   *
   * @param reached all mails from this id on are done; 0: all mails are
   * @param lease as in {@link #claim}
   * @return how the run goes on; empty if it is done, or no longer this process's
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

  private boolean write(
      Connection c, Run run, List<Remade> mails, long reached, Duration lease, Instant now)
      throws SQLException {
    boolean isMine =
        lock(c, run.account())
            .filter(state -> state.owner() == run.owner() && state.from() == run.from())
            .filter(state -> state.all() == run.all())
            .isPresent();
    if (!isMine) {
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
