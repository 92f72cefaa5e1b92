package arashi.front.turn;

import arashi.front.page.Flash;
import arashi.front.page.Selection;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Refiled;
import arashi.web.MessageKey;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Moves the messages that a form selects, with undo: a whole folder as a job, otherwise folder by
 * folder at once. Runs on the mail-store pool; blocks on the database.
 */
public final class SelectedMails {
  private final Store store;
  private final BulkWork bulk;

  /**
   * Changes the store.
   *
   * @param bulk worker for whole folders
   */
  public SelectedMails(Store store, BulkWork bulk) {
    this.store = store;
    this.bulk = bulk;
  }

  /**
   * Moves messages to a folder. Those that are in it already stay.
   *
   * @param done message of the outcome
   * @throws arashi.store.mail.NoSuchFolderException if none of their folders exists
   */
  public Flash refile(long account, Selection messages, long to, MessageKey done) {
    if (messages.all()) {
      return refileAll(account, messages.folder(), to, done);
    }
    SortedMap<Long, Refiled> moved = new TreeMap<>();
    messages.eachFolder(
        (folder, uids) -> {
          if (folder != to) {
            moved.put(folder, store.mail().items().refile(account, folder, uids, to));
          }
        });
    return Flash.moved(done, moved);
  }

  /** Moves all messages of a folder to another. */
  public Flash refileAll(long account, long folder, long to, MessageKey done) {
    return folder == to
        ? Flash.of(done, 0)
        : bulk.start(account, new Work.Refile(folder, to), done);
  }
}
