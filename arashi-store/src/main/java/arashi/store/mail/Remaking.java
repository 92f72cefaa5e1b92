package arashi.store.mail;

import arashi.store.blob.Sha256;
import arashi.store.database.AccountRound;
import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.database.WorkLease;
import arashi.store.index.SearchEntry;
import java.time.Duration;
import java.time.Instant;
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

  private final MailTransactions mail;
  private final Transactions transactions;

  /** Creates the remaking of a database. */
  public Remaking(MailTransactions mail) {
    this.mail = mail;
    this.transactions = mail.plain();
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
    AccountRound<Long> round = AccountRound.ofIds(transactions, MARKED_TOGETHER);
    do {
      List<Long> ids = round.page();
      if (!ids.isEmpty()) {
        marked += mark(ids.get(0), ids.get(ids.size() - 1));
        ids.forEach(round::pass);
      }
    } while (round.isUnderWay());
    return marked;
  }

  private int mark(long from, long to) {
    return transactions.write(
        tx ->
            tx.update(
                """
                UPDATE account
                SET made_by = 0, remade_from = ?, remake_all = TRUE, remake_owner = 0, remake_until = 0
                WHERE id BETWEEN ? AND ?
                """,
                NEWEST,
                from,
                to));
  }

  /** Returns the remaining work for a parser version, of one account or of all if empty. */
  public Left left(OptionalLong account, int version) {
    String left =
        "SELECT COUNT(*) AS accounts, MIN(remade_from) AS remade_from FROM account WHERE made_by < ?";
    return transactions
        .read(
            tx ->
                account.isPresent()
                    ? tx.one(left + " AND id = ?", Remaking::left, version, account.getAsLong())
                    : tx.one(left, Remaking::left, version))
        .orElseThrow();
  }

  private static Left left(ResultRow row) {
    Optional<Long> from = row.getNullable("remade_from");
    return new Left(
        row.getLong("accounts"), from.filter(message -> message != NEWEST).map(MessageIds::date));
  }

  /** Returns whether an account has mail of an older parser version; answered by an index. */
  public boolean isAnyOld(int version) {
    return transactions.read(
        tx -> tx.exists("SELECT 1 FROM account WHERE made_by < ? LIMIT 1", version));
  }

  /**
   * Returns the next account, after an id (-1 for the first), with mail of an older parser version.
   */
  public Optional<Long> next(long after, int version) {
    return transactions.read(
        tx ->
            tx.number(
                "SELECT id FROM account WHERE id > ? AND made_by < ? ORDER BY id LIMIT 1",
                after,
                version));
  }

  private record State(int madeBy, long from, boolean all, WorkLease<Long> lease) {
    static State of(ResultRow row) {
      return new State(
          row.getInt("made_by"),
          row.getLong("remade_from"),
          row.getBoolean("remake_all"),
          new WorkLease<>(row.getLong("remake_owner"), row.getInstant("remake_until")));
    }
  }

  private static Optional<State> lock(Tx tx, long account) {
    return tx.one(
        """
        SELECT made_by, remade_from, remake_all, remake_owner, remake_until
        FROM account
        WHERE id = ? FOR UPDATE
        """,
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
    return transactions.write(
        tx -> {
          Optional<State> state =
              lock(tx, account)
                  .filter(seen -> seen.madeBy() < version)
                  .filter(seen -> seen.lease().isFreeFor(owner, tx.now()));
          if (state.isEmpty()) {
            return Optional.empty();
          }
          tx.update(
              "UPDATE account SET remake_owner = ?, remake_until = ? WHERE id = ?",
              owner,
              tx.now().plus(lease),
              account);
          return Optional.of(
              new Run(account, owner, version, state.get().all(), state.get().from()));
        });
  }

  private record Seen(long message, Sha256 sha256, long size, int parser) {
    static Seen of(ResultRow row) {
      return new Seen(
          row.getLong("message"),
          Sha256.ofDigest(row.getBytes("sha256")),
          row.getLong("size"),
          row.getInt("parser"));
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
            tx ->
                tx.list(
                    """
                    SELECT message, sha256, size, parser FROM message
                    WHERE account = ? AND message < ?
                    ORDER BY message DESC LIMIT ?
                    """,
                    Seen::of,
                    run.account(),
                    run.from(),
                    limit));
    List<Seen> old =
        seen.stream().filter(one -> run.all() || one.parser() < run.version()).toList();
    Map<Long, List<String>> keywords =
        transactions.read(
            tx -> Keywords.of(tx, run.account(), old.stream().map(Seen::message).toList()));
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
    boolean isWritten = mail.write(tx -> write(tx, run, mails, reached, lease));
    return isWritten && reached != NOTHING_LEFT
        ? Optional.of(new Run(run.account(), run.owner(), run.version(), run.all(), reached))
        : Optional.empty();
  }

  /**
   * Replaces the terms of a mail that cannot be parsed again, in a transaction of its own. Does
   * nothing if the mail no longer exists, or another process owns the run.
   */
  public void reindex(Run run, SearchEntry mail) {
    this.mail.write(tx -> reindex(tx, run, mail));
  }

  private static boolean reindex(MailTx tx, Run run, SearchEntry mail) {
    AccountTx account = tx.account(run.account());
    Optional<Long> folder = isOwn(tx, run) ? account.folderOf(mail.message()) : Optional.empty();
    folder.ifPresent(
        one ->
            account.change(
                List.of(one),
                change -> {
                  account.index().replace(tx, run.account(), List.of(mail));
                  change.number(); // a concurrent search may have read the old terms
                  return null;
                }));
    return folder.isPresent();
  }

  /** Locks the account; false if another process has gone on with it. */
  private static boolean isOwn(Tx tx, Run run) {
    return lock(tx, run.account())
        .filter(state -> state.lease().owner() == run.owner() && state.from() == run.from())
        .filter(state -> state.all() == run.all())
        .isPresent();
  }

  private static boolean write(
      MailTx tx, Run run, List<Remade> mails, long reached, Duration lease) {
    if (!isOwn(tx, run)) {
      return false;
    }
    new RemadeBatch(tx, run).write(mails);
    if (reached == NOTHING_LEFT) {
      tx.update(
          """
          UPDATE account
          SET made_by = ?, remade_from = ?, remake_all = FALSE, remake_owner = 0, remake_until = 0
          WHERE id = ?
          """,
          run.version(),
          NEWEST,
          run.account());
    } else {
      tx.update(
          "UPDATE account SET remade_from = ?, remake_until = ? WHERE id = ?",
          reached,
          tx.now().plus(lease),
          run.account());
    }
    return true;
  }
}
