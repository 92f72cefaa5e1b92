package arashi.store.mail;

import arashi.store.database.Sql;
import arashi.store.index.SearchIndex;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Changes to one account's mail as part of a larger transaction: what drafts and the outbox do to
 * their items. The account's row is locked from the beginning, so no item moves meanwhile; new
 * messages are {@linkplain MailRows#insert inserted} before. Each change has a number of its own.
 * For one thread; blocks.
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

  /** Where an item is. */
  private record Place(long folder, long uid) {}

  private Optional<Place> place(long message) throws SQLException {
    return Sql.one(
        c,
        "SELECT folder, uid FROM item WHERE account = ? AND message = ?",
        row -> new Place(row.getLong(1), row.getLong(2)),
        account,
        message);
  }

  /** The folder with that role, which is made if there is none. */
  public long folder(FolderRole role) throws SQLException {
    return Folders.made(c, account, role, now).id();
  }

  /** True if the message's item is in the folder with that role. */
  public boolean isIn(long message, FolderRole role) throws SQLException {
    long folder = folder(role);
    return place(message).filter(place -> place.folder() == folder).isPresent();
  }

  /** The message of an item. */
  public Optional<Long> message(long folder, long uid) throws SQLException {
    return Sql.one(
        c,
        "SELECT message FROM item WHERE account = ? AND folder = ? AND uid = ?",
        row -> row.getLong(1),
        account,
        folder,
        uid);
  }

  /** Moves a message from one folder to another; does nothing if it is not there. */
  public boolean move(long message, FolderRole from, FolderRole to) throws SQLException {
    long fromFolder = folder(from);
    long toFolder = folder(to);
    Optional<Place> place = place(message).filter(one -> one.folder() == fromFolder);
    if (place.isPresent()) {
      Items.refile(c, account, fromFolder, Set.of(place.get().uid()), toFolder, now);
    }
    return place.isPresent();
  }

  /** Deletes a message for good, if it is in the folder with that role. */
  public boolean remove(long message, FolderRole from) throws SQLException {
    long folder = folder(from);
    Optional<Place> place = place(message).filter(one -> one.folder() == folder);
    if (place.isPresent()) {
      Set<Long> uid = Set.of(place.get().uid());
      Items.deleteForever(c, index, account, folder, uid, now, false);
    }
    return place.isPresent();
  }

  /** Sets and clears flags of a message, wherever it is; does nothing if it is gone. */
  public void flag(long message, Set<Flag> set, Set<Flag> clear) throws SQLException {
    Optional<Place> place = place(message);
    if (place.isPresent()) {
      Items.flag(
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
