package arashi.store.mail;

import arashi.store.database.Sql;
import arashi.store.index.SearchIndex;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Changes one account's mail within a larger transaction, for drafts, the outbox and jobs. Locks
 * the account's row at the start, so no item moves meanwhile; new messages must be {@linkplain
 * MailRows#insert inserted} before. Each change has its own modseq. For one thread; blocks.
 */
public final class Filing {
  private final Connection c;
  private final SearchIndex index;
  private final long account;
  private final Instant now;

  private Filing(Connection c, SearchIndex index, long account, Instant now) {
    this.c = c;
    this.index = index;
    this.account = account;
    this.now = now;
  }

  /**
   * Locks the account's row until the end of the transaction.
   *
   * @throws NoSuchFolderException if there is no such account
   */
  public static Filing lock(Connection c, SearchIndex index, long account, Instant now)
      throws SQLException {
    return Sql.one(
            c, "SELECT id FROM account WHERE id = ? FOR UPDATE", row -> row.getLong(1), account)
        .map(id -> new Filing(c, index, id, now))
        .orElseThrow(() -> new NoSuchFolderException(account, Folder.TOP));
  }

  /** The place of an item. */
  private record Place(long folder, long uid) {}

  private Optional<Place> place(long message) throws SQLException {
    return Sql.one(
        c,
        "SELECT folder, uid FROM item WHERE account = ? AND message = ?",
        row -> new Place(row.getLong(1), row.getLong(2)),
        account,
        message);
  }

  /** Returns the folder with that role; creates it if it does not exist. */
  public long folder(FolderRole role) throws SQLException {
    return Folders.made(c, account, role, now).id();
  }

  /** Returns true if the message's item is in the folder with that role. */
  public boolean isIn(long message, FolderRole role) throws SQLException {
    long folder = folder(role);
    return place(message).filter(place -> place.folder() == folder).isPresent();
  }

  /** Returns the message of an item. */
  public Optional<Long> message(long folder, long uid) throws SQLException {
    return Sql.one(
        c,
        "SELECT message FROM item WHERE account = ? AND folder = ? AND uid = ?",
        row -> row.getLong(1),
        account,
        folder,
        uid);
  }

  /**
   * Returns a folder with its counters, which are stable until the end of this transaction.
   *
   * @throws NoSuchFolderException if it doesn't exist
   */
  public Folder folder(long id) throws SQLException {
    return Folders.all(c, account).stream()
        .filter(folder -> folder.id() == id)
        .findFirst()
        .orElseThrow(() -> new NoSuchFolderException(account, id));
  }

  /** Returns uids of a folder from {@code from} to {@code to}, both inclusive, in order. */
  public List<Long> uids(long folder, long from, long to, int limit) throws SQLException {
    return Sql.list(
        c,
        "SELECT uid FROM item WHERE account = ? AND folder = ? AND uid BETWEEN ? AND ?"
            + " ORDER BY uid LIMIT ?",
        row -> row.getLong(1),
        account,
        folder,
        from,
        to,
        limit);
  }

  /** Moves items to another folder. Returns the new uid of each old one. */
  public Map<Long, Long> refile(long folder, Collection<Long> uids, long to) throws SQLException {
    return ItemChanges.refile(c, account, folder, new TreeSet<>(uids), to, now).uids();
  }

  /** Sets and clears flags of items. Returns the uids whose flags changed. */
  public Set<Long> flag(long folder, Collection<Long> uids, Set<Flag> set, Set<Flag> clear)
      throws SQLException {
    int keep = ~Flag.bits(clear);
    return ItemChanges.flag(c, account, folder, new TreeSet<>(uids), Flag.bits(set), keep, now)
        .changed();
  }

  /** Permanently deletes items; their raw mail can be restored for a while. */
  public void expunge(long folder, Collection<Long> uids) throws SQLException {
    ItemChanges.deleteForever(c, index, account, folder, new TreeSet<>(uids), now, true);
  }

  /** Counts the mails of a folder and of all its subfolders. */
  public long mailsWithin(Folder folder) throws SQLException {
    return folder.total() + within(folder.id()).stream().mapToLong(Folder::total).sum();
  }

  /** Returns a subfolder, at any depth, that has no subfolders itself. */
  public Optional<Folder> innermost(long folder) throws SQLException {
    List<Folder> within = within(folder);
    return within.isEmpty() ? Optional.empty() : Optional.of(within.get(within.size() - 1));
  }

  /** Returns all subfolders, each after its parent. */
  private List<Folder> within(long folder) throws SQLException {
    List<Folder> all = Folders.all(c, account);
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
  public void removeFolder(long folder) throws SQLException {
    FolderEdit.remove(c, account, folder, now);
  }

  /** Moves a message from one folder to another; does nothing if it is not there. */
  public boolean move(long message, FolderRole from, FolderRole to) throws SQLException {
    long fromFolder = folder(from);
    long toFolder = folder(to);
    Optional<Place> place = place(message).filter(one -> one.folder() == fromFolder);
    if (place.isPresent()) {
      ItemChanges.refile(c, account, fromFolder, Set.of(place.get().uid()), toFolder, now);
    }
    return place.isPresent();
  }

  /** Permanently deletes a message, if it is in the folder with that role. */
  public boolean remove(long message, FolderRole from) throws SQLException {
    long folder = folder(from);
    Optional<Place> place = place(message).filter(one -> one.folder() == folder);
    if (place.isPresent()) {
      Set<Long> uid = Set.of(place.get().uid());
      ItemChanges.deleteForever(c, index, account, folder, uid, now, false);
    }
    return place.isPresent();
  }

  /** Sets and clears flags of a message in any folder; does nothing if it no longer exists. */
  public void flag(long message, Set<Flag> set, Set<Flag> clear) throws SQLException {
    Optional<Place> place = place(message);
    if (place.isPresent()) {
      ItemChanges.flag(
          c,
          account,
          place.get().folder(),
          Set.of(place.get().uid()),
          Flag.bits(set),
          ~Flag.bits(clear),
          now);
    }
  }
}
