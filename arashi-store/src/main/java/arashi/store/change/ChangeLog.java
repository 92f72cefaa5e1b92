package arashi.store.change;

import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The change log of each account. Each public method blocks on the database, and is safe from any
 * thread.
 *
 * <p>Each transaction that changes an account's mail has a number, its <i>modseq</i>, greater than
 * the previous one. It takes the number under the lock on the account's row and holds the lock
 * until its end. So the changes of one account become visible in number order, and a listener never
 * has to look back. Numbers may have gaps. The log keeps a bounded number of rows per account; it
 * is complete after the account's <i>floor</i>.
 *
 * <p>Changes of different accounts become visible in any order.
 */
public final class ChangeLog {

  private final Transactions transactions;

  /** Creates the log of a database. */
  public ChangeLog(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * The changes of one transaction.
   *
   * @param modSeq their number
   * @param changes in the order of application
   */
  public record Entry(long modSeq, List<Change> changes) {
    /** Copies the list. */
    public Entry {
      changes = List.copyOf(changes);
    }
  }

  /**
   * The changes after a number.
   *
   * @param modSeq the account's current number; equals that of the last entry unless more follow
   * @param entries in number order
   */
  public record Since(long modSeq, List<Entry> entries) {
    /** Copies the list. */
    public Since {
      entries = List.copyOf(entries);
    }

    /** Returns true if the limit cut off further entries. */
    public boolean more() {
      return !entries.isEmpty() && entries.get(entries.size() - 1).modSeq() < modSeq;
    }
  }

  /** Returns the number of the account's last change; empty if there is no such account. */
  public Optional<Long> modSeq(long account) {
    return transactions.read(tx -> tx.number("SELECT modseq FROM account WHERE id = ?", account));
  }

  /**
   * Returns the changes after a number, the oldest first.
   *
   * @param limit maximum entries
   * @return empty if the number is below the floor, so that the listener must reload the account,
   *     or if there is no such account
   */
  public Optional<Since> since(long account, long modSeq, int limit) {
    // One statement reads one snapshot, so the floor and the rows are consistent.
    List<Row> rows =
        transactions.read(
            tx ->
                tx.list(
                    """
                    SELECT a.modseq, a.change_floor, l.modseq AS entry, l.changes
                    FROM account a
                    LEFT JOIN change_log l ON l.account = a.id AND l.modseq > ?
                    WHERE a.id = ? ORDER BY l.modseq LIMIT ?
                    """,
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
   * Returns the accounts changed since a moment, each with the number of its last change since
   * then. Reads one range of an index for all accounts. A transaction may become visible later than
   * its timestamp, and timestamps come from the clocks of the nodes.
   */
  public Map<Long, Long> changedSince(Instant moment) {
    return transactions
        .read(
            tx ->
                tx.list(
                    """
                    SELECT account, MAX(modseq) AS modseq FROM change_log
                    WHERE changed_at >= ? GROUP BY account
                    """,
                    row -> Map.entry(row.getLong("account"), row.getLong("modseq")),
                    moment))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private record Row(long modSeq, long floor, Optional<Entry> entry) {
    static Row of(ResultRow row) {
      byte[] changes = row.getBytes("changes");
      return new Row(
          row.getLong("modseq"),
          row.getLong("change_floor"),
          changes == null
              ? Optional.empty()
              : Optional.of(new Entry(row.getLong("entry"), ChangeCodec.decode(changes))));
    }
  }

  /**
   * Appends a change of an account's mail, in the transaction that makes it and holds the lock on
   * the account's row.
   *
   * @param modSeq greater than the account's
   */
  public static void append(Tx tx, long account, long modSeq, List<Change> changes) {
    tx.update("UPDATE account SET modseq = ? WHERE id = ?", modSeq, account);
    appendNumbered(tx, account, modSeq, changes);
  }

  /** Appends a change whose transaction updates the account's modseq with another statement. */
  public static void appendNumbered(Tx tx, long account, long modSeq, List<Change> changes) {
    tx.update(
        """
        INSERT INTO change_log (account, modseq, changed_at, changes)
        VALUES (?, ?, ?, ?)
        """,
        account,
        modSeq,
        tx.now(),
        ChangeCodec.encode(changes));
  }

  /**
   * Raises an account's floor so that the log keeps the last {@code keep} numbers, and deletes the
   * rows up to it. Runs in a transaction of its own.
   *
   * @param limit maximum increase of the floor per call
   * @return true if the floor must rise further
   */
  public boolean trim(long account, long keep, int limit) {
    return transactions.write(
        tx -> {
          tx.update(
              """
              UPDATE account
              SET change_floor = LEAST(modseq - ?, change_floor + ?)
              WHERE id = ? AND change_floor < modseq - ?
              """,
              keep,
              limit,
              account,
              keep);
          long floor = number(tx, "change_floor", account);
          tx.update("DELETE FROM change_log WHERE account = ? AND modseq <= ?", account, floor);
          return floor < number(tx, "modseq", account) - keep;
        });
  }

  private static long number(Tx tx, String column, long account) {
    return tx.count("SELECT " + column + " FROM account WHERE id = ?", account);
  }
}
