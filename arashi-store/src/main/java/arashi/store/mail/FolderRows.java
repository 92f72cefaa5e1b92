package arashi.store.mail;

import arashi.store.change.Change;
import arashi.store.change.Change.FolderChanged;
import arashi.store.change.ChangeLog;
import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Rows of an account's folders, in the caller's transaction. Blocks; for one thread. */
final class FolderRows {

  /** Columns read by {@link #folder}, of {@code folder AS f}. */
  static final String COLUMNS =
      """
      f.folder, f.parent, f.name, f.role, f.uidvalidity, f.uidnext, f.modseq, f.total, f.unread,
        f.bytes, f.hidden
      """
          .strip();

  private static final String SELECT = "SELECT " + COLUMNS + " FROM folder f WHERE f.account = ?";
  private static final String SELECT_ORDERED = SELECT + " ORDER BY f.parent, f.name";
  private static final String SELECT_ONE = SELECT + " AND f.folder = ?";
  private static final String SELECT_ROLE = SELECT + " AND f.role = ?";

  private final Tx tx;
  private final long account;

  FolderRows(Tx tx, long account) {
    this.tx = tx;
    this.account = account;
  }

  static Folder folder(ResultRow row) {
    return new Folder(
        row.getLong("folder"),
        row.getLong("parent"),
        row.getString("name"),
        Optional.ofNullable(row.getString("role")).map(FolderRole::ofColumn),
        row.getLong("uidvalidity"),
        row.getLong("uidnext"),
        row.getLong("modseq"),
        row.getLong("total"),
        row.getLong("unread"),
        row.getLong("bytes"),
        row.getBoolean("hidden"));
  }

  /** Returns all folders, unordered. */
  List<Folder> all() {
    return tx.list(SELECT, FolderRows::folder, account);
  }

  /** Returns all folders, by parent and name. */
  List<Folder> ordered() {
    return tx.list(SELECT_ORDERED, FolderRows::folder, account);
  }

  Optional<Folder> byId(long folder) {
    return tx.one(SELECT_ONE, FolderRows::folder, account, folder);
  }

  Optional<Folder> byRole(FolderRole role) {
    return tx.one(SELECT_ROLE, FolderRows::folder, account, role.column());
  }

  /**
   * The locked row of an account.
   *
   * @param nextFolder id of the next folder
   * @param modSeq number of its last change
   * @param lastUidValidity last uidvalidity assigned, including removed folders
   */
  record AccountRow(long nextFolder, long modSeq, long lastUidValidity) {}

  /**
   * Locks the account's row, and so its list of folders, until the end of the transaction.
   *
   * @throws NoSuchFolderException if there is no such account
   */
  AccountRow lock() {
    return tx.one(
            "SELECT next_folder, modseq, last_uidvalidity FROM account WHERE id = ? FOR UPDATE",
            row ->
                new AccountRow(
                    row.getLong("next_folder"),
                    row.getLong("modseq"),
                    row.getLong("last_uidvalidity")),
            account)
        .orElseThrow(() -> new NoSuchFolderException(account, Folder.TOP));
  }

  /** Returns or creates the folder with that role; locks the account. */
  Folder made(FolderRole role) {
    AccountRow locked = lock();
    if (byRole(role).isEmpty() // it may exist by now
        && insert(Folder.TOP, role.defaultName(), Optional.of(role)).isEmpty()) {
      give(role, locked.modSeq() + 1);
    }
    return byRole(role).orElseThrow(() -> new NoSuchFolderException(account, role));
  }

  /** Assigns a role to the top-level folder with its default name, if that has no role. */
  private void give(FolderRole role, long modSeq) {
    Optional<Long> named =
        tx.number(
            """
            SELECT folder FROM folder
            WHERE account = ? AND parent = ? AND name = ? AND role IS NULL
            """,
            account,
            Folder.TOP,
            role.defaultName());
    if (named.isPresent()) {
      tx.update(
          "UPDATE folder SET role = ? WHERE account = ? AND folder = ?",
          role.column(),
          account,
          named);
      log(modSeq, named.get());
    }
  }

  /** Inserts a folder; returns empty if its parent has a folder of that name. */
  Optional<Folder> insert(long parent, String name, Optional<FolderRole> role) {
    AccountRow locked = lock(); // makes the following checks hold
    List<Folder> folders = all();
    if (parent != Folder.TOP && folders.stream().noneMatch(folder -> folder.id() == parent)) {
      throw new NoSuchFolderException(account, parent);
    }
    if (folders.stream().anyMatch(f -> f.parent() == parent && f.name().equals(name))) {
      return Optional.empty();
    }
    if (folders.size() >= Folders.MAX_FOLDERS) {
      throw new IllegalArgumentException(
          "an account can have at most " + Folders.MAX_FOLDERS + " folders");
    }
    long id = locked.nextFolder();
    long modSeq = locked.modSeq() + 1;
    long newest = folders.stream().mapToLong(Folder::uidValidity).max().orElse(0);
    long last = Math.max(newest, locked.lastUidValidity()); // may be a removed folder's
    long uidValidity = Math.max(tx.now().getEpochSecond(), last + 1);
    tx.update(
        "UPDATE account SET next_folder = ?, last_uidvalidity = ? WHERE id = ?",
        id + 1,
        uidValidity,
        account);
    tx.update(
        """
        INSERT INTO folder
          (account, folder, parent, name, role, uidvalidity, uidnext, modseq, total, unread, bytes)
        VALUES (?, ?, ?, ?, ?, ?, 1, ?, 0, 0, 0)
        """,
        account,
        id,
        parent,
        name,
        role.map(FolderRole::column),
        uidValidity,
        modSeq);
    log(modSeq, id);
    return Optional.of(new Folder(id, parent, name, role, uidValidity, 1, modSeq, 0, 0, 0, false));
  }

  /** Appends changed folders to the log, under the account's lock. */
  void log(long modSeq, Long... folders) {
    List<Change> changes = Arrays.stream(folders).<Change>map(FolderChanged::new).toList();
    ChangeLog.append(tx, account, modSeq, changes);
  }
}
