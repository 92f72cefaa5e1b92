package arashi.store.mail;

import arashi.store.change.Change;
import arashi.store.change.ChangeLog;
import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One change of an account's mail: its locks, its modseq, and its entry in the change log, which
 * {@link AccountTx#change} writes at its end. The lock on the account's row alone serializes all
 * changes of an account. The folders' rows are locked as well, because their counters are read and
 * written.
 *
 * <p>Every change of items has a modseq. It lets a search verify that no items changed while it ran
 * ({@link arashi.store.index.Moment}).
 */
final class AccountChange {

  /** STRAIGHT_JOIN reads, and locks, the account first, whatever the optimizer prefers. */
  private static final String LOCK =
      """
      SELECT %s, a.modseq AS account_modseq
      FROM account a STRAIGHT_JOIN folder f ON f.account = a.id
      WHERE a.id = ? AND f.folder IN (?) ORDER BY f.folder FOR UPDATE
      """
          .formatted(FolderRows.COLUMNS);

  private final Tx tx;
  private final long account;
  private final Map<Long, Folder> folders = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();
  private long modSeq;
  private boolean isNumbered;

  /**
   * Locks the account and some of its folders until the end of the transaction.
   *
   * @throws NoSuchFolderException if one of the folders doesn't exist
   */
  AccountChange(Tx tx, long account, Collection<Long> ids) {
    this.tx = tx;
    this.account = account;
    List<Long> wanted = List.copyOf(new TreeSet<>(ids));
    tx.list(LOCK, this::locked, account, wanted);
    for (long id : wanted) {
      if (!folders.containsKey(id)) {
        throw new NoSuchFolderException(account, id);
      }
    }
  }

  private Folder locked(ResultRow row) {
    Folder folder = FolderRows.folder(row);
    folders.put(folder.id(), folder);
    modSeq = row.getLong("account_modseq") + 1;
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

  /** Changes of a locked folder's counters; may be negative. */
  record Counts(long uids, long total, long unread, long bytes) {
    static final Counts NONE = new Counts(0, 0, 0, 0);
  }

  /** Adds to the counters of a locked folder; sets the modseq of the folder and of its account. */
  void count(long folder, Counts counts) {
    isNumbered = true;
    tx.update(
        """
        UPDATE account a JOIN folder f ON f.account = a.id
        SET a.modseq = ?, f.modseq = ?, f.uidnext = f.uidnext + ?, f.total = f.total + ?,
          f.unread = f.unread + ?, f.bytes = f.bytes + ?
        WHERE a.id = ? AND f.folder = ?
        """,
        modSeq,
        modSeq,
        counts.uids(),
        counts.total(),
        counts.unread(),
        counts.bytes(),
        account,
        folder);
  }

  /**
   * Counts items from one locked folder to another; sets the modseq of both and the account.
   *
   * @param moved the items; {@code uids} is their number, too
   */
  void move(long from, long to, Counts moved) {
    isNumbered = true;
    tx.update(
        """
        UPDATE account a JOIN folder f ON f.account = a.id
        SET a.modseq = ?, f.modseq = ?, f.uidnext = f.uidnext + IF(f.folder = ?, ?, 0),
          f.total = f.total + IF(f.folder = ?, 1, -1) * ?,
          f.unread = f.unread + IF(f.folder = ?, 1, -1) * ?,
          f.bytes = f.bytes + IF(f.folder = ?, 1, -1) * ?
        WHERE a.id = ? AND f.folder IN (?, ?)
        """,
        modSeq,
        modSeq,
        to,
        moved.uids(),
        to,
        moved.total(),
        to,
        moved.unread(),
        to,
        moved.bytes(),
        account,
        from,
        to);
  }

  /** Sets the account's modseq, even if no item changes. */
  void number() {
    isNumbered = true;
    tx.update("UPDATE account SET modseq = ? WHERE id = ?", modSeq, account);
  }

  /** Ends the change: appends to the log if changes were recorded. */
  void write() {
    if (!changes.isEmpty()) {
      if (!isNumbered) {
        number();
      }
      ChangeLog.appendNumbered(tx, account, modSeq, changes);
    }
  }
}
