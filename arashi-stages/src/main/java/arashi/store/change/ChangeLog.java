package arashi.store.change;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What changed in an account, in order. Each public method blocks on the database, and is safe from
 * any thread.
 *
 * <p>Each transaction that changes an account's mail has a number, its <i>modseq</i>, greater than
 * the one before. It takes the number under the lock of the account's row, which it holds until its
 * end. So the changes of one account become visible in the order of their numbers, and a listener
 * never has to look back. Numbers may have gaps. The log keeps a bounded number of rows of each
 * account; it is complete after the account's <i>floor</i>.
 *
 * <p>Changes of different accounts become visible in any order.
 */
public final class ChangeLog {

  private final Transactions transactions;

  /** The log in a database. */
  public ChangeLog(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * One transaction's changes.
   *
   * @param modSeq their number
   * @param changes in the order in which they are to be applied
   */
  public record Entry(long modSeq, List<Change> changes) {
    /** Copies the list. */
    public Entry {
      changes = List.copyOf(changes);
    }
  }

  /**
   * What changed after a number.
   *
   * @param modSeq the account's; equals the last entry's unless there are more
   * @param entries in the order of their numbers
   */
  public record Since(long modSeq, List<Entry> entries) {
    /** Copies the list. */
    public Since {
      entries = List.copyOf(entries);
    }

    /** True if the limit kept some from being read. */
    public boolean more() {
      return !entries.isEmpty() && entries.get(entries.size() - 1).modSeq() < modSeq;
    }
  }

  /** The number of the account's last change; empty if there is no such account. */
  public Optional<Long> modSeq(long account) {
    return transactions.read(
        c -> Sql.one(c, "SELECT modseq FROM account WHERE id = ?", row -> row.getLong(1), account));
  }

  /**
   * What changed after a number, the oldest first.
   *
   * @param limit most entries
   * @return empty if the number is below the floor, so that the listener must read the account
   *     anew, or if there is no such account
   */
  public Optional<Since> since(long account, long modSeq, int limit) {
    // One statement reads one state of the database: the floor that it sees is that of its rows.
    List<Row> rows =
        transactions.read(
            c ->
                Sql.list(
                    c,
                    "SELECT a.modseq, a.change_floor, l.modseq, l.changes FROM account a"
                        + " LEFT JOIN change_log l ON l.account = a.id AND l.modseq > ?"
                        + " WHERE a.id = ? ORDER BY l.modseq LIMIT ?",
                    Row::of,
                    modSeq,
                    account,
                    limit));
    if (rows.isEmpty() || modSeq < rows.get(0).floor()) {
      return Optional.empty();
    }
    List<Entry> entries = new ArrayList<>();
    for (Row row : rows) {
      row.entry().ifPresent(entries::add);
    }
    return Optional.of(new Since(rows.get(0).modSeq(), entries));
  }

  /**
   * The accounts in which something changed since a moment, each with the number of its last change
   * since then. Reads one range of an index, of all accounts together. Transactions may become
   * visible later than their time says, and times are those of the nodes that wrote them.
   */
  public Map<Long, Long> changedSince(Instant moment) {
    return transactions
        .read(
            c ->
                Sql.list(
                    c,
                    "SELECT account, MAX(modseq) FROM change_log WHERE changed_at >= ?"
                        + " GROUP BY account",
                    row -> Map.entry(row.getLong(1), row.getLong(2)),
                    moment.toEpochMilli()))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private record Row(long modSeq, long floor, Optional<Entry> entry) {
    static Row of(ResultSet row) throws SQLException {
      byte[] changes = row.getBytes(4);
      return new Row(
          row.getLong(1),
          row.getLong(2),
          changes == null
              ? Optional.empty()
              : Optional.of(new Entry(row.getLong(3), ChangeCodec.decode(changes))));
    }
  }

  /**
   * Writes a change of an account's mail, as part of the transaction that makes it and that holds
   * the lock of the account's row.
   *
   * @param modSeq greater than the account's
   */
  public static void append(
      Connection c, long account, long modSeq, List<Change> changes, Instant now)
      throws SQLException {
    Sql.update(c, "UPDATE account SET modseq = ? WHERE id = ?", modSeq, account);
    appendNumbered(c, account, modSeq, changes, now);
  }

  /** The same where the transaction gives the account its number with another statement. */
  public static void appendNumbered(
      Connection c, long account, long modSeq, List<Change> changes, Instant now)
      throws SQLException {
    Sql.update(
        c,
        "INSERT INTO change_log (account, modseq, changed_at, changes) VALUES (?, ?, ?, ?)",
        account,
        modSeq,
        now.toEpochMilli(),
        ChangeCodec.encode(changes));
  }

  /**
   * Raises an account's floor so that the log keeps the last {@code keep} numbers, and deletes the
   * rows up to it. A transaction of its own.
   *
   * @param limit most numbers by which the floor is raised at once
   * @return true if it is to be raised further
   */
  public boolean trim(long account, long keep, int limit) {
    return transactions.write(
        c -> {
          Sql.update(
              c,
              "UPDATE account SET change_floor = LEAST(modseq - ?, change_floor + ?)"
                  + " WHERE id = ? AND change_floor < modseq - ?",
              keep,
              limit,
              account,
              keep);
          long floor = number(c, "change_floor", account);
          Sql.update(c, "DELETE FROM change_log WHERE account = ? AND modseq <= ?", account, floor);
          return floor < number(c, "modseq", account) - keep;
        });
  }

  private static long number(Connection c, String column, long account) throws SQLException {
    return Sql.one(
            c, "SELECT " + column + " FROM account WHERE id = ?", row -> row.getLong(1), account)
        .orElse(0L);
  }
}
