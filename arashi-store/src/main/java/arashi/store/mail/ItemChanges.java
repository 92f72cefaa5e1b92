package arashi.store.mail;

import arashi.store.change.Change.Changed;
import arashi.store.change.Change.Moved;
import arashi.store.change.Change.Removed;
import arashi.store.mail.AccountChange.Counts;
import arashi.store.mail.Items.Flagged;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Changes of some items of a folder. Uids that the folder doesn't have are reported and otherwise
 * ignored. For one thread; blocks.
 */
final class ItemChanges {
  private final MailTx tx;
  private final AccountTx account;
  private final long folder;
  private final Set<Long> asked;

  ItemChanges(AccountTx account, long folder, Collection<Long> uids) {
    this.tx = account.tx();
    this.account = account;
    this.folder = folder;
    this.asked = new TreeSet<>(uids);
  }

  /** Fields of an item that a change needs. */
  private record Mark(long uid, long message, int flags, long size) {}

  /** Sets and clears flags; clears a flag that is in both. */
  Flagged flag(Set<Flag> set, Set<Flag> clear) {
    int on = Flag.bits(set);
    int keep = ~Flag.bits(clear);
    return account.change(List.of(folder), change -> flag(change, on, keep));
  }

  private Flagged flag(AccountChange change, int on, int keep) {
    List<Mark> marks = marks();
    List<Mark> changed =
        marks.stream().filter(mark -> ((mark.flags | on) & keep) != mark.flags).toList();
    List<Long> uids = changed.stream().map(Mark::uid).toList();
    if (!changed.isEmpty()) {
      tx.update(
          """
          UPDATE item SET flags = (flags | ?) & ?, modseq = ?
          WHERE account = ? AND folder = ? AND uid IN (?)
          """,
          on,
          keep,
          change.modSeq(),
          account.id(),
          folder,
          uids);
      long unread = 0;
      for (Mark mark : changed) {
        int flags = (mark.flags | on) & keep;
        unread += unread(flags) - unread(mark.flags);
        change.note(new Changed(folder, mark.uid, mark.message, flags));
      }
      change.count(folder, new Counts(0, 0, unread, 0));
    }
    return new Flagged(new TreeSet<>(uids), unknown(marks));
  }

  /** Moves items to another folder, where they get new uids in the order of the old ones. */
  Refiled refile(long toFolder) {
    return account.change(List.of(folder, toFolder), change -> refile(change, toFolder));
  }

  private Refiled refile(AccountChange change, long toFolder) {
    long firstUid = change.folder(toFolder).uidNext();
    List<Mark> marks = marks();
    SortedMap<Long, Long> newUids = new TreeMap<>();
    for (Mark mark : marks) {
      newUids.put(mark.uid, folder == toFolder ? mark.uid : firstUid + newUids.size());
    }
    if (folder != toFolder && !marks.isEmpty()) {
      List<Long> known = List.copyOf(newUids.keySet());
      tx.update(
          """
          UPDATE item SET uid = ? + FIELD(uid, ?), folder = ?, modseq = ?
          WHERE account = ? AND folder = ? AND uid IN (?)
          """,
          firstUid - 1, // FIELD counts from 1
          known,
          toFolder,
          change.modSeq(),
          account.id(),
          folder,
          known);
      change.move(folder, toFolder, counts(marks));
      for (Mark mark : marks) {
        long uid = newUids.get(mark.uid);
        change.note(new Moved(folder, mark.uid, toFolder, uid, mark.message, mark.flags));
      }
    }
    return new Refiled(toFolder, newUids, unknown(marks));
  }

  /**
   * Permanently deletes items and their messages.
   *
   * @param restorable whether they can be restored for a while
   */
  Deleted deleteForever(boolean restorable) {
    return account.change(List.of(folder), change -> deleteForever(change, restorable));
  }

  private Deleted deleteForever(AccountChange change, boolean restorable) {
    List<Mark> marks = marks();
    Set<Long> gone = new TreeSet<>();
    marks.forEach(mark -> gone.add(mark.uid));
    if (!marks.isEmpty()) {
      MessageRows rows =
          MessageRows.of(account, marks.stream().map(Mark::message).sorted().toList());
      if (restorable) {
        rows.keepExpunged();
      }
      rows.delete();
      Counts counts = counts(marks);
      change.count(folder, new Counts(0, -counts.total(), -counts.unread(), -counts.bytes()));
      marks.forEach(mark -> change.note(new Removed(folder, mark.uid, mark.message)));
    }
    return new Deleted.Forever(gone, unknown(marks));
  }

  private static Counts counts(List<Mark> marks) {
    long unread = marks.stream().mapToLong(mark -> unread(mark.flags)).sum();
    long bytes = marks.stream().mapToLong(Mark::size).sum();
    return new Counts(marks.size(), marks.size(), unread, bytes);
  }

  /** Returns the existing items in uid order. Their folder is locked, so they are stable. */
  private List<Mark> marks() {
    if (asked.isEmpty()) {
      return List.of();
    }
    return tx.list(
        """
        SELECT uid, message, flags, size FROM item
        WHERE account = ? AND folder = ? AND uid IN (?) ORDER BY uid
        """,
        row ->
            new Mark(
                row.getLong("uid"),
                row.getLong("message"),
                row.getInt("flags"),
                row.getLong("size")),
        account.id(),
        folder,
        List.copyOf(asked));
  }

  private Set<Long> unknown(List<Mark> marks) {
    Set<Long> unknown = new TreeSet<>(asked);
    marks.forEach(mark -> unknown.remove(mark.uid));
    return unknown;
  }

  static int unread(int flags) {
    return (flags & Flag.SEEN.bit) == 0 ? 1 : 0;
  }
}
