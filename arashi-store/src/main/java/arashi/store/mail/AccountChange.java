package arashi.store.mail;

import arashi.store.change.Change;
import arashi.store.change.ChangeLog;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One transaction's change of an account's mail: its locks, its modseq, and its entry in the change
 * log.
 *
 * <pre>
 *   lock order   blobs by hash ─► own new messages ─► the account's row ─► its folders by id ─► the rest
 * </pre>
 *
 * <p>Each transaction that changes mail locks in this order, which avoids deadlocks. The lock on
 * the account's row alone serializes all changes of an account. The folders' rows are locked as
 * well, because their counters are read and written.
 *
 * <p>Every change of items has a modseq. It lets a search verify that no items changed while it ran
 * ({@link arashi.store.index.Moment}).
 */
final class AccountChange {

  /** STRAIGHT_JOIN reads, and locks, the account first, whatever the optimizer prefers. */
  private static final String LOCK =
      "SELECT "
          + Folders.COLUMNS
          + ", a.modseq FROM account a STRAIGHT_JOIN folder f ON f.account = a.id"
          + " WHERE a.id = ? AND f.folder IN (%s) ORDER BY f.folder FOR UPDATE";

  private final Connection c;
  private final long account;
  private final Map<Long, Folder> folders = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();
  private long modSeq;

  private AccountChange(Connection c, long account) {
    this.c = c;
    this.account = account;
  }

  /**
   * Locks the account and some of its folders until the end of the transaction.
   *
   * @throws NoSuchFolderException if one of the folders doesn't exist
   */
  static AccountChange lock(Connection c, long account, Long... ids) throws SQLException {
    AccountChange change = new AccountChange(c, account);
    List<Long> wanted = Arrays.stream(ids).sorted().distinct().toList();
    Sql.list(c, LOCK.formatted(Sql.marks(wanted)), change::locked, account, wanted);
    for (long id : wanted) {
      if (!change.folders.containsKey(id)) {
        throw new NoSuchFolderException(account, id);
      }
    }
    return change;
  }

  private Folder locked(ResultSet row) throws SQLException {
    Folder folder = Folders.folder(row);
    folders.put(folder.id(), folder);
    modSeq = row.getLong(Folders.COLUMN_COUNT + 1) + 1;
    return folder;
  }

  /** Returns a locked folder, as of locking. */
  Folder folder(long id) {
    return folders.get(id);
  }

  /** Returns the modseq of this change, greater than all before, for the rows that it writes. */
  long modSeq() {
    return modSeq;
  }

  /** Records a change for the log. */
  void note(Change change) {
    changes.add(change);
  }

  /**
   * Ends the change: appends to the log if changes were recorded. {@link Folders#count} or {@link
   * Folders#move}, called with every change of mail, have updated the account's modseq.
   */
  void write(Instant now) throws SQLException {
    if (!changes.isEmpty()) {
      ChangeLog.appendNumbered(c, account, modSeq, changes, now);
    }
  }
}
