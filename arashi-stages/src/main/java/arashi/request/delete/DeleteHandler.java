package arashi.request.delete;

import arashi.front.BulkWork;
import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Deleted;
import arashi.store.mail.FolderRole;
import arashi.web.MessageKey;

/** Moves messages to Trash, from where they can be taken back; in Trash, removes them for good. */
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
    Flash flash =
        request.all()
            ? all(account, request.folder())
            : flash(request, store.items().delete(account, request.folder(), request.uids()));
    pages.redirect(request.exchange(), request.back(), flash);
  }

  private Flash all(long account, long folder) {
    long trash = store.folders().ofRole(account, FolderRole.TRASH).id();
    return trash == folder
        ? bulk.start(account, new Work.Empty(trash), deletedForEver)
        : bulk.start(account, new Work.Refile(folder, trash), deleted);
  }

  private Flash flash(DeleteRequest request, Deleted deleted) {
    if (deleted instanceof Deleted.Forever gone) {
      return Flash.of(deletedForEver, gone.uids().size());
    }
    return Flash.moved(this.deleted, request.folder(), ((Deleted.ToTrash) deleted).refiled());
  }
}
