package arashi.request.delete;

import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.page.Selection;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Deleted;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Refiled;
import arashi.web.MessageKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Moves messages to Trash, with undo; in Trash, deletes them permanently. */
final class DeleteHandler extends RequestHandler<DeleteRequest> {
  private final Store store;
  private final BulkWork bulk;
  private final MessageKey deleted;
  private final MessageKey deletedForEver;

  DeleteHandler(Pages pages, Store store, BulkWork bulk) {
    super(pages, pages.busyWords(Delete.TYPE.words()));
    this.store = store;
    this.bulk = bulk;
    this.deleted = pages.done("deleted");
    this.deletedForEver = pages.done("deleted_for_ever");
  }

  @Override
  protected void answer(DeleteRequest request) {
    long account = request.user().account();
    Selection messages = request.messages();
    Flash flash =
        messages.all()
            ? all(account, messages.folder())
            : some(account, messages, request.forGood());
    pages.redirect(request.exchange(), request.back(), flash);
  }

  private Flash all(long account, long folder) {
    long trash = store.mail().folders().ofRole(account, FolderRole.TRASH).id();
    return trash == folder
        ? bulk.start(account, new Work.Empty(trash), deletedForEver)
        : bulk.start(account, new Work.Refile(folder, trash), deleted);
  }

  private Flash some(long account, Selection messages, boolean forGood) {
    long kept = forGood ? 0 : store.mail().folders().ofRole(account, FolderRole.TRASH).id();
    SortedMap<Long, Refiled> moved = new TreeMap<>();
    List<Long> gone = new ArrayList<>();
    messages.eachFolder(
        (folder, uids) -> {
          if (folder == kept) {
            return;
          }
          Deleted result = store.mail().items().delete(account, folder, uids);
          if (result instanceof Deleted.ToTrash trash) {
            moved.put(folder, trash.refiled());
          } else {
            gone.addAll(((Deleted.Forever) result).uids());
          }
        });
    return moved.isEmpty() ? Flash.of(deletedForEver, gone.size()) : Flash.moved(deleted, moved);
  }
}
