package arashi.store.mail;

import arashi.store.change.Change.Changed;
import arashi.store.change.Change.Moved;
import arashi.store.change.Change.Removed;
import arashi.store.database.Sql;
import arashi.store.index.SearchIndex;
import arashi.store.mail.Folders.Counts;
import arashi.store.mail.Items.Flagged;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Changes of a folder's items, in the caller's transaction. */
final class ItemChanges {
  private static final String OF_UIDS = " WHERE account = ? AND folder = ? AND uid IN (%s)";

  private ItemChanges() {}

  /** Sets and clears flags; clears a flag that is in both. */
  static Flagged flag(
      Connection c, long account, long folder, Set<Long> asked, int on, int keep, Instant now)
      throws SQLException {
    AccountChange change = AccountChange.lock(c, account, folder);
    List<Mark> marks = marks(c, account, folder, asked);
    List<Mark> changed =
        marks.stream().filter(mark -> ((mark.flags | on) & keep) != mark.flags).toList();
    if (!changed.isEmpty()) {
      List<Long> different = changed.stream().map(Mark::uid).toList();
      Sql.update(
          c,
          "UPDATE item SET flags = (flags | ?) & ?, modseq = ?"
              + OF_UIDS.formatted(Sql.marks(different)),
          on,
          keep,
          change.modSeq(),
          account,
          folder,
          different);
      long unread = 0;
      for (Mark mark : changed) {
        int flags = (mark.flags | on) & keep;
        unread += unread(flags) - unread(mark.flags);
        change.note(new Changed(folder, mark.uid, mark.message, flags));
      }
      Folders.count(c, account, folder, change.modSeq(), new Counts(0, 0, unread, 0));
      change.write(now);
    }
    Set<Long> changedUids = new TreeSet<>();
    changed.forEach(mark -> changedUids.add(mark.uid));
    return new Flagged(changedUids, unknown(asked, marks));
  }

  /** Moves items to another folder, where they get new uids in the order of the old ones. */
  static Refiled refile(
      Connection c, long account, long folder, Set<Long> asked, long toFolder, Instant now)
      throws SQLException {
    AccountChange change = AccountChange.lock(c, account, folder, toFolder);
    long firstUid = change.folder(toFolder).uidNext();
    List<Mark> marks = marks(c, account, folder, asked);
    SortedMap<Long, Long> newUids = new TreeMap<>();
    for (Mark mark : marks) {
      newUids.put(mark.uid, folder == toFolder ? mark.uid : firstUid + newUids.size());
    }
    if (folder != toFolder && !marks.isEmpty()) {
      List<Long> known = List.copyOf(newUids.keySet());
      Sql.update(
          c,
          "UPDATE item SET uid = ? + FIELD(uid, "
              + Sql.marks(known)
              + "), folder = ?, modseq = ?"
              + OF_UIDS.formatted(Sql.marks(known)),
          firstUid - 1, // FIELD counts from 1
          known,
          toFolder,
          change.modSeq(),
          account,
          folder,
          known);
      long unread = marks.stream().mapToLong(mark -> unread(mark.flags)).sum();
      long bytes = marks.stream().mapToLong(Mark::size).sum();
      Folders.move(c, account, folder, toFolder, change.modSeq(), marks.size(), unread, bytes);
      for (Mark mark : marks) {
        long uid = newUids.get(mark.uid);
        change.note(new Moved(folder, mark.uid, toFolder, uid, mark.message, mark.flags));
      }
      change.write(now);
    }
    return new Refiled(toFolder, newUids, unknown(asked, marks));
  }

  /**
   * Permanently deletes items and their messages.
   *
   * @param restorable whether they can be restored for a while
   */
  static Deleted deleteForever(
      Connection c,
      SearchIndex index,
      long account,
      long folder,
      Set<Long> asked,
      Instant now,
      boolean restorable)
      throws SQLException {
    AccountChange change = AccountChange.lock(c, account, folder);
    List<Mark> marks = marks(c, account, folder, asked);
    Set<Long> gone = new TreeSet<>();
    marks.forEach(mark -> gone.add(mark.uid));
    if (!marks.isEmpty()) {
      List<Long> messages = marks.stream().map(Mark::message).sorted().toList();
      if (restorable) {
        Messages.expunge(c, index, account, messages, now);
      } else {
        Messages.delete(c, index, account, messages);
      }
      long unread = marks.stream().mapToLong(mark -> unread(mark.flags)).sum();
      long bytes = marks.stream().mapToLong(Mark::size).sum();
      Folders.count(
          c, account, folder, change.modSeq(), new Counts(0, -marks.size(), -unread, -bytes));
      marks.forEach(mark -> change.note(new Removed(folder, mark.uid, mark.message)));
      change.write(now);
    }
    return new Deleted.Forever(gone, unknown(asked, marks));
  }

  /** Fields of an item that a change needs. */
  private record Mark(long uid, long message, int flags, long size) {}

  /** Returns the existing items in uid order. Their folder is locked, so they are stable. */
  private static List<Mark> marks(Connection c, long account, long folder, Set<Long> asked)
      throws SQLException {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<Long> uids = List.copyOf(asked);
    return Sql.list(
        c,
        "SELECT uid, message, flags, size FROM item"
            + OF_UIDS.formatted(Sql.marks(uids))
            + " ORDER BY uid",
        row -> new Mark(row.getLong(1), row.getLong(2), row.getInt(3), row.getLong(4)),
        account,
        folder,
        uids);
  }

  private static Set<Long> unknown(Set<Long> asked, List<Mark> marks) {
    Set<Long> unknown = new TreeSet<>(asked);
    marks.forEach(mark -> unknown.remove(mark.uid));
    return unknown;
  }

  static int unread(int flags) {
    return (flags & Flag.SEEN.bit) == 0 ? 1 : 0;
  }
}
