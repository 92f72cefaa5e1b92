package arashi.request.follow;

import static java.nio.charset.StandardCharsets.US_ASCII;

import arashi.store.change.Change;
import arashi.store.change.ChangeLog;
import com.google.gson.Gson;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The content of an event: the changed folders. A page reloads those that it shows, so no mail
 * content travels on open connections. Immutable.
 *
 * @param modSeq number of the last change, which is the event's id
 * @param all whether anything may have changed, because the log does not reach far enough back
 * @param folders ids of changed folders; empty if all may have changed
 */
record News(long modSeq, boolean all, Set<Long> folders) {
  private static final Gson GSON = new Gson();

  /** Maximum transactions to catch up with; beyond them a listener reloads everything. */
  private static final int MOST_ENTRIES = 200;

  News {
    folders = Set.copyOf(folders);
  }

  static News none(long modSeq) {
    return new News(modSeq, false, Set.of());
  }

  static News all(long modSeq) {
    return new News(modSeq, true, Set.of());
  }

  /** Reads the changes after a number. Blocks on the database. */
  static News since(ChangeLog log, long account, long since) {
    Optional<ChangeLog.Since> read = log.since(account, since, MOST_ENTRIES);
    if (read.isEmpty()) {
      return all(log.modSeq(account).orElse(0L));
    }
    ChangeLog.Since found = read.get();
    // A restored database may not have reached the number.
    return found.more() || since > found.modSeq()
        ? all(found.modSeq())
        : new News(found.modSeq(), false, foldersOf(found));
  }

  private static Set<Long> foldersOf(ChangeLog.Since found) {
    Set<Long> folders = new TreeSet<>();
    for (ChangeLog.Entry entry : found.entries()) {
      for (Change change : entry.changes()) {
        if (change instanceof Change.Moved moved) {
          folders.add(moved.fromFolder());
        }
        folders.add(folderOf(change));
      }
    }
    return folders;
  }

  private static long folderOf(Change change) {
    if (change instanceof Change.Added added) {
      return added.folder();
    } else if (change instanceof Change.Changed changed) {
      return changed.folder();
    } else if (change instanceof Change.Moved moved) {
      return moved.folder();
    } else if (change instanceof Change.Removed removed) {
      return removed.folder();
    }
    return ((Change.FolderChanged) change).folder();
  }

  /** Merges two news. */
  News and(News other) {
    long last = Math.max(modSeq, other.modSeq);
    if (all || other.all) {
      return all(last);
    }
    Set<Long> both = new TreeSet<>(folders);
    both.addAll(other.folders);
    return new News(last, false, both);
  }

  /** Encodes a server-sent event (HTML, 9.2.5); without data it only sets the last id. */
  byte[] event() {
    String data = "";
    if (all || !folders.isEmpty()) {
      Map<String, ?> what = all ? Map.of("all", true) : Map.of("folders", new TreeSet<>(folders));
      data = "data: " + GSON.toJson(what) + "\n";
    }
    return ("id: " + modSeq + "\n" + data + "\n").getBytes(US_ASCII);
  }
}
