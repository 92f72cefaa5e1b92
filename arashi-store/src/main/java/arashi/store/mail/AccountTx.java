package arashi.store.mail;

import arashi.store.index.SearchIndex;
import arashi.store.mail.MailRows.Arrival;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One account within a transaction: its mail is changed through this class, which locks the
 * account's row before it changes anything, and writes counters, change log and search index with
 * the mail. Several changes may follow each other; each has its own modseq. New messages are
 * {@linkplain #insert inserted} before the lock. For one thread; blocks.
 */
public final class AccountTx {
  private final MailTx tx;
  private final long id;
  private final FolderRows folders;

  AccountTx(MailTx tx, long id) {
    this.tx = tx;
    this.id = id;
    this.folders = new FolderRows(tx, id);
  }

  /** Returns the transaction, for statements on the account's rows. */
  MailTx tx() {
    return tx;
  }

  /** Returns the id of the account. */
  long id() {
    return id;
  }

  /** Returns the search index, whose upkeep is told of the account after the commit. */
  SearchIndex index() {
    return tx.indexOf(id);
  }

  /**
   * Locks the account's row until the end of the transaction, so that no item moves meanwhile.
   *
   * @throws NoSuchFolderException if there is no such account
   */
  public AccountTx lock() {
    tx.locks(id);
    folders.lock();
    return this;
  }

  /** Inserts the rows of one mail with all its terms, before the account is locked. */
  public MailRows insert(PreparedMail mail, Optional<byte[]> trace) {
    return insert(List.of(new Arrival(mail, trace, true)));
  }

  /** Inserts the rows of mails; no two may have the same bytes. */
  public MailRows insert(List<Arrival> arrivals) {
    return MailRows.insert(this, arrivals);
  }

  /**
   * Changes mail: locks the account and some folders, runs the work, and writes the log.
   *
   * @throws NoSuchFolderException if one of the folders doesn't exist
   */
  <T> T change(Collection<Long> inFolders, Function<AccountChange, T> work) {
    tx.locks(id);
    AccountChange change = new AccountChange(tx, id, inFolders);
    T result = work.apply(change);
    change.write();
    return result;
  }

  /** The place of an item. */
  private record Place(long folder, long uid) {
    ItemChanges items(AccountTx account) {
      return new ItemChanges(account, folder, List.of(uid));
    }
  }

  private Optional<Place> place(long message) {
    return tx.one(
        "SELECT folder, uid FROM item WHERE account = ? AND message = ?",
        row -> new Place(row.getLong("folder"), row.getLong("uid")),
        id,
        message);
  }

  /** Returns the folder of a message's item; empty if it no longer exists. */
  Optional<Long> folderOf(long message) {
    return place(message).map(Place::folder);
  }

  /** Returns the folder with that role; creates it if it does not exist. */
  public long folder(FolderRole role) {
    tx.locks(id);
    return folders.made(role).id();
  }

  /** Returns the message of an item. */
  public Optional<Long> message(long folder, long uid) {
    return tx.number(
        "SELECT message FROM item WHERE account = ? AND folder = ? AND uid = ?", id, folder, uid);
  }

  /**
   * Returns a folder with its counters, which are stable until the end of this transaction.
   *
   * @throws NoSuchFolderException if it doesn't exist
   */
  public Folder folder(long folder) {
    return folders.all().stream()
        .filter(one -> one.id() == folder)
        .findFirst()
        .orElseThrow(() -> new NoSuchFolderException(id, folder));
  }

  /** Returns uids of a folder from {@code from} to {@code to}, both inclusive, in order. */
  public List<Long> uids(long folder, long from, long to, int limit) {
    return tx.numbers(
        """
        SELECT uid FROM item
        WHERE account = ? AND folder = ? AND uid BETWEEN ? AND ?
        ORDER BY uid LIMIT ?
        """,
        id,
        folder,
        from,
        to,
        limit);
  }

  /** Moves items to another folder. Returns the new uid of each old one. */
  public Map<Long, Long> refile(long folder, Collection<Long> uids, long to) {
    return new ItemChanges(this, folder, uids).refile(to).uids();
  }

  /** Sets and clears flags of items. Returns the uids whose flags changed. */
  public Set<Long> flag(long folder, Collection<Long> uids, Set<Flag> set, Set<Flag> clear) {
    return new ItemChanges(this, folder, uids).flag(set, clear).changed();
  }

  /** Permanently deletes items; their raw mail can be restored for a while. */
  public void expunge(long folder, Collection<Long> uids) {
    new ItemChanges(this, folder, uids).deleteForever(true);
  }

  /** Counts the mails of a folder and of all its subfolders. */
  public long mailsWithin(Folder folder) {
    return folder.total() + within(folder.id()).stream().mapToLong(Folder::total).sum();
  }

  /** Returns a subfolder, at any depth, that has no subfolders itself. */
  public Optional<Folder> innermost(long folder) {
    List<Folder> within = within(folder);
    return within.isEmpty() ? Optional.empty() : Optional.of(within.get(within.size() - 1));
  }

  /** Returns all subfolders, each after its parent. */
  private List<Folder> within(long folder) {
    List<Folder> all = folders.all();
    List<Folder> found = new ArrayList<>();
    Deque<Long> open = new ArrayDeque<>(List.of(folder));
    Set<Long> seen = new HashSet<>(open);
    while (!open.isEmpty()) {
      long parent = open.remove();
      for (Folder child : all) {
        if (child.parent() == parent && seen.add(child.id())) {
          found.add(child);
          open.add(child.id());
        }
      }
    }
    return found;
  }

  /** Removes a folder; does nothing unless it is empty. */
  public void removeFolder(long folder) {
    FolderEdit.remove(tx, id, folder);
  }

  /** Moves a message from one folder to another; does nothing if it is not there. */
  public boolean move(long message, FolderRole from, FolderRole to) {
    long fromFolder = folder(from);
    long toFolder = folder(to);
    Optional<Place> place = place(message).filter(one -> one.folder() == fromFolder);
    place.ifPresent(one -> one.items(this).refile(toFolder));
    return place.isPresent();
  }

  /** Permanently deletes a message, if it is in the folder with that role. */
  public boolean remove(long message, FolderRole from) {
    long folder = folder(from);
    Optional<Place> place = place(message).filter(one -> one.folder() == folder);
    place.ifPresent(one -> one.items(this).deleteForever(false));
    return place.isPresent();
  }

  /** Sets and clears flags of a message in any folder; does nothing if it no longer exists. */
  public void flag(long message, Set<Flag> set, Set<Flag> clear) {
    place(message).ifPresent(one -> one.items(this).flag(set, clear));
  }
}
