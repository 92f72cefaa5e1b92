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
 * A transaction's change of one account's mail: its locks, its number, and its entry in the log.
 *
 * <pre>
 *   order of locks   blobs by hash ─► own new messages ─► the account's row ─► its folders by id ─► the rest
 * </pre>
 *
 * <p>Each transaction that changes mail locks in this order, so no two wait for each other in a
 * circle. The account's row alone orders all changes of an account. The folders' rows are locked as
 * well, because their counters are read and written.
 *
 * <p>No transaction changes items without a number: by the number, a search knows that none changed
 * while it ran ({@link arashi.store.index.Moment}).
 */
final class AccountChange {

  /**
   * Reads the account first, whatever the server would choose, because locks are taken in this
   * order.
   */
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
    // Earlier releases numbered the changes of each folder for itself.
    long last = Math.max(folder.modSeq(), row.getLong(Folders.COLUMN_COUNT + 1));
    modSeq = Math.max(modSeq, last + 1);
    return folder;
  }

  /** A folder that was locked, as it was then. */
  Folder folder(long id) {
    return folders.get(id);
  }

  /** The number of this change: greater than all before, for the rows that it writes. */
  long modSeq() {
    return modSeq;
  }

  /** Notes what the log is to say. */
  void note(Change change) {
    changes.add(change);
  }

  /**
   * Writes the log, if anything was noted; the end of the change. {@link Folders#count} or {@link
   * Folders#move}, which go with every change of mail, have written the account's number.
   */
  void write(Instant now) throws SQLException {
    if (!changes.isEmpty()) {
      ChangeLog.appendNumbered(c, account, modSeq, changes, now);
    }
  }
}
