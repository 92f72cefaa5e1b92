package arashi.request.delete;

import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.store.Store;
import arashi.store.mail.Deleted;
import arashi.web.MessageKey;

/** Moves messages to Trash, from where they can be taken back; in Trash, removes them for good. */
final class DeleteHandler extends RequestHandler<DeleteRequest> {
  private final Store store;
  private final MessageKey deleted;
  private final MessageKey deletedForEver;

  /** A handler that changes {@code store}. */
  DeleteHandler(Pages pages, Store store) {
    super(pages, pages.busyWords(Delete.TYPE.words()));
    this.store = store;
    this.deleted = pages.done("deleted");
    this.deletedForEver = pages.done("deleted_for_ever");
  }

  @Override
  protected void answer(DeleteRequest request) {
    Deleted deleted =
        store.items().delete(request.user().account(), request.folder(), request.uids());
    pages.redirect(request.exchange(), request.back(), flash(request, deleted));
  }

  private Flash flash(DeleteRequest request, Deleted deleted) {
    if (deleted instanceof Deleted.Forever gone) {
      return Flash.of(deletedForEver, gone.uids().size());
    }
    return Flash.moved(this.deleted, request.folder(), ((Deleted.ToTrash) deleted).refiled());
  }
}
